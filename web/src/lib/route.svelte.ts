/** Which page is shown: /, /t/TABLE, /rules/GAME or /replay/TABLE, and a seat's key behind the # where it is never sent. */

export interface Route {
  table: string | null;
  rules: string | null; // of which game
  replay: string | null; // of which table, or "record"
  key: string | null;
}

function read(): Route {
  const found = /^\/t\/([\w-]+)\/?$/.exec(location.pathname);
  const rules = /^\/rules\/(\w+)\/?$/.exec(location.pathname);
  const replay = /^\/replay\/([\w-]+)\/?$/.exec(location.pathname);
  return { table: found?.[1] ?? null, rules: rules?.[1] ?? null, replay: replay?.[1] ?? null, key: location.hash.length > 1 ? location.hash.slice(1) : null };
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
