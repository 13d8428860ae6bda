/** A table, as this page knows it: kept up to date by a socket that comes back by itself, and never loses a choice. */

import type { Answer, Command, Done, News, Update } from "./api";
import { Refused } from "./http";

const AGAIN = [0.3, 0.6, 1.2, 2.5, 5]; // seconds until the next try to connect
const SLOWLY = 10; // seconds, if the server did answer, but not with the table
const UNANSWERED = 8000; // milliseconds after which a socket is taken for dead, whatever it says
const AWAY = 30_000; // a page that was hidden for so long does not trust its socket
// What the server wants to hear no more of: a key that opens nothing here, a table that is not there.
const ENDS: Record<number, "refused" | "gone"> = { 4403: "refused", 4404: "gone" };
// What may pass: a hello that it could not read, one page too many.
const HINDRANCES: Record<number, "unread" | "crowded"> = { 4400: "unread", 4429: "crowded" };

interface Waiting {
  command: Command;
  sent: boolean;
  resolve: (done: Done) => void;
  reject: (why: Error) => void;
}

export class Connection {
  update = $state.raw<Update | null>(null);
  news = $state.raw<News[]>([]);
  online = $state(false);
  failing = $state(false); // more than one try, or one that was turned down
  ended = $state<"refused" | "gone" | null>(null);
  hindrance = $state<"unread" | "crowded" | null>(null); // why the last try was in vain; there will be another

  #socket: WebSocket | null = null;
  #asked = 0;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #hidden = 0; // since when
  #left = false;

  constructor(
    readonly table: string,
    readonly token: string | null,
  ) {
    this.#connect();
    addEventListener("online", this.#anew);
    document.addEventListener("visibilitychange", this.#look);
  }

  end(): void {
    this.#left = true;
    removeEventListener("online", this.#anew);
    document.removeEventListener("visibilitychange", this.#look);
    this.#drop();
    for (const waiting of this.#waiting.values()) waiting.reject(new Refused(""));
    this.#waiting.clear();
  }

  /** Do something at the table. If the network fails meanwhile, it is sent again when the socket is back. */
  ask(command: Command): Promise<Done> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { command, sent: false, resolve, reject });
      this.#send(id);
    });
  }

  /** A move for the decision that is on the screen: if the match went on, it is refused, not taken for the next one. */
  move(move: string): Promise<Done> {
    return this.ask({ type: "move", move, after: this.update?.number ?? 0 });
  }

  #anew = (): void => {
    if (this.#left || this.ended !== null) return;
    this.#drop();
    this.#connect();
  };

  #look = (): void => {
    if (document.hidden) this.#hidden = Date.now();
    else if (!this.online || Date.now() - this.#hidden > AWAY) this.#anew();
  };

  #drop(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#patience);
    const socket = this.#socket;
    this.#socket = null;
    this.online = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token, since: this.news.length }));
    socket.onmessage = (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as Update | Answer);
    socket.onclose = (event) => {
      this.#drop();
      this.ended = ENDS[event.code] ?? null;
      this.hindrance = HINDRANCES[event.code] ?? null;
      if (this.ended !== null) return;
      this.failing = this.#tries > 0 || this.hindrance !== null;
      const soon = AGAIN[Math.min(this.#tries++, AGAIN.length - 1)]!;
      this.#again = setTimeout(() => this.#connect(), 1000 * (this.hindrance === null ? soon : SLOWLY));
    };
  }

  #take(message: Update | Answer): void {
    if (message.type === "update") return this.#learn(message);
    const waiting = this.#waiting.get(Number(message.id));
    if (message.id === null || !waiting) return;
    this.#waiting.delete(Number(message.id));
    if (![...this.#waiting.values()].some((other) => other.sent)) clearTimeout(this.#patience);
    if (message.done) waiting.resolve(message.done);
    else waiting.reject(new Refused(message.error ?? "", message.code));
  }

  #learn(update: Update): void {
    this.update = update;
    if (update.news.length > 0) this.news = [...this.news, ...update.news];
    this.#tries = 0;
    this.failing = false;
    this.hindrance = null;
    if (this.online) return;
    this.online = true;
    for (const [id, waiting] of [...this.#waiting]) {
      // What was sent before the network failed may have been done, and only its answer was lost.
      if (waiting.sent && happened(waiting.command, update)) {
        this.#waiting.delete(id);
        waiting.resolve({ table: this.table, token: null, seat: null, host: null, move: null, why: null, deals: null, turns: 0, expected: [] });
      } else this.#send(id);
    }
  }

  #send(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting || !this.online) return;
    waiting.sent = true;
    this.#socket?.send(JSON.stringify({ id, ...waiting.command }));
    clearTimeout(this.#patience);
    this.#patience = setTimeout(this.#anew, UNANSWERED);
  }
}

/** Whether the news that were missed tell of it. */
function happened(command: Command, update: Update): boolean {
  const mine = (kind: News["kind"], tells: (text: string) => boolean): boolean =>
    update.news.some((item) => item.kind === kind && item.seat === update.seat && tells(item.text));
  // What is told of a move begins with it: of a pass, it goes on with the seat that it went to.
  if (command.type === "move")
    return update.chosen.includes(command.move) || mine("told", (text) => `${text} `.startsWith(`${command.move} `));
  if (command.type === "say") return mine("said", (text) => text === command.text);
  return command.type === "react" && mine("reacted", (text) => text === command.what);
}
