import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` shows changes at once, beside a server started with ./play (or TABBYTOP=http://host:port).
const server = process.env.TABBYTOP ?? "http://127.0.0.1:8140";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/tabbytop/web", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false }, rolldownOptions: { checks: { pluginTimings: false } } },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
