/** Which page is shown: /, /t/TABLE, /rules/GAME or /replay/TABLE, and a seat's key behind the # where it is never sent. */

import { isGame, type GameId } from "../games";

export interface Route {
  home: boolean;
  table: string | null;
  rules: GameId | null;
  replay: string | null; // of which table, or "record"
  key: string | null;
}

function read(): Route {
  const behind = (page: string): string | null => new RegExp(`^/${page}/([\\w-]+)/?$`).exec(location.pathname)?.[1] ?? null;
  const game = behind("rules");
  return {
    home: location.pathname === "/",
    table: behind("t"),
    rules: game !== null && isGame(game) ? game : null,
    replay: behind("replay"),
    key: location.hash.length > 1 ? location.hash.slice(1) : null,
  };
}

class Router {
  route = $state.raw<Route>(read());

  constructor() {
    addEventListener("popstate", () => (this.route = read()));
    addEventListener("hashchange", () => (this.route = read()));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.route = read();
    scrollTo(0, 0);
  }

  /** Take the key out of the address, so that it is not handed on with it. */
  hideKey(): void {
    history.replaceState(null, "", location.pathname);
    this.route = read();
  }
}

export const router = new Router();

/** For links within the page: <a href="/" onclick={follow}>. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, search } = new URL((event.currentTarget as HTMLAnchorElement).href);
  router.go(pathname + search);
}
