// boardgame.io's server as its documentation starts it: node server.mjs PORT [FOLDER]. Without a folder, matches are kept
// in memory only.

import { createRequire } from "node:module";
import { game } from "./game.mjs";

const { FlatFile, Origins, Server } = createRequire(import.meta.url)("boardgame.io/server");
const [port, folder] = process.argv.slice(2);
const db = folder === undefined ? undefined : new FlatFile({ dir: folder });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
await server.run({ port: Number(port), host: "127.0.0.1" });
