/** What is on the screen: the table as it stands or, when much happened at once, the moments on the way there. */

import { tick } from "svelte";
import type { News, SeenStep } from "./api";
import { fly, remember } from "./flights";
import { memory } from "./mine.svelte";

/** Something to be seen for a while before the next. */
export interface Moment<T = unknown, S = unknown> {
  table: T;
  hold: number; // milliseconds
  show?: S; // what only a moment shows: a countdown, what was pointed at
}

/** One that was asked for: it is seen at any pace, and told. */
interface Again extends Moment {
  least?: number; // milliseconds
  tell?: () => void;
}

const askedFor = (moment: Again): boolean => moment.least !== undefined;

export type Moments<T, S> = (before: T, news: News[], after: T) => Moment<T, S>[];

const PACES = { calm: 1, quick: 0.5, none: 0 };
const TOO_MANY = 12; // who was away, or watches quick bots, sees only the last of it
const LOOK = 500; // milliseconds that each step of what happened is looked at, after its moments

export class Presenter {
  table = $state.raw<unknown>(null);
  stands = $state.raw<unknown>(null); // how it really stands, which may not be shown yet
  show = $state.raw<unknown>(null);
  busy = $state(false); // whether moments are being shown

  root: HTMLElement | undefined;
  #queue: Again[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly moments: Moments<any, any>) {}

  /** How the table stands now, and what happened on the way there. */
  take(table: unknown, news: News[]): void {
    const told = news.filter((item) => item.kind === "told");
    const before = this.stands;
    this.stands = table;
    if (before === null) return this.#put({ table, hold: 0 });
    const moments = told.length > 0 ? this.#moments(before, told, table) : [];
    const asked = this.#queue.filter(askedFor); // is not cut short
    const others = [...this.#queue.slice(asked.length), ...moments, { table, hold: 0 }];
    this.#queue = [...asked, ...others.slice(document.hidden ? -1 : -TOO_MANY)];
    if (!this.busy) this.#next();
  }

  /** If a game stumbles over what it was told, the table is still shown. */
  #moments(before: unknown, told: News[], after: unknown): Moment[] {
    try {
      return this.moments(before, told, after);
    } catch (error) {
      console.error(error);
      return [];
    }
  }

  /** Show, and tell, what happened from the first of these steps to how it stands. */
  replay(steps: readonly SeenStep[], tell: (news: News[]) => void): void {
    const between = steps.flatMap(({ news, table }, at): Again[] => [
      ...(at > 0 ? this.#moments(steps[at - 1]!.table, news, table) : []),
      { table, hold: LOOK, tell: () => at > 0 && tell(news) },
    ]);
    this.#queue = [...between.map((moment) => ({ ...moment, least: moment.hold * PACES.quick })), { table: this.stands, hold: 0 }];
    clearTimeout(this.#timer);
    this.#next();
  }

  /** Whoever does not want to wait sees how it stands at once. */
  skip(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.#queue = [{ table: this.stands, hold: 0 }];
    this.#next();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    const moment = this.#queue.shift();
    if (!moment) {
      this.busy = false;
      return;
    }
    this.busy = this.#queue.length > 0;
    this.#put(moment);
    if (this.busy) this.#hold(moment);
  }

  /** What was asked for waits while nobody looks; anything else is over at once. */
  #hold(moment: Again): void {
    const time = document.hidden && !askedFor(moment) ? 0 : Math.max(moment.least ?? 0, moment.hold * PACES[memory.pace]);
    this.#timer = setTimeout(() => (document.hidden && askedFor(moment) ? this.#hold(moment) : this.#next()), time);
  }

  #put(moment: Again): void {
    const before = remember(this.root);
    this.table = moment.table;
    this.show = moment.show ?? null;
    moment.tell?.();
    void tick().then(() => fly(this.root, before));
  }
}
