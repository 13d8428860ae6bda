/**
 * Pieces fly from where they were to where they are.
 *
 * An element with `data-piece="R8"` is a piece; its name is unique on the page at one moment, and the same piece has the
 * same name at the next, wherever it lies then. `data-kind="fish-red"` says that pieces of that kind are alike: a new one
 * comes from where one of them has gone. A piece that was nowhere comes from the element with `data-place` equal to its
 * `data-from` ("seat-2", "deck"), or just appears. One that has gone flies to its `data-to`, if it names a place.
 */

import { memory } from "./mine.svelte";

const MOVE = 340;
const APPEAR = 220;
const EASE = "cubic-bezier(.2,.8,.25,1)";

interface Piece {
  element: HTMLElement;
  at: DOMRect;
  kind: string | undefined;
}
export type Before = Map<string, Piece>;

const still = (): boolean => memory.pace === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function pieces(root: HTMLElement): Before {
  const found: Before = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    found.set(element.dataset.piece!, { element, at: element.getBoundingClientRect(), kind: element.dataset.kind });
  }
  return found;
}

function place(root: HTMLElement, name: string | undefined): DOMRect | undefined {
  return name ? root.querySelector(`[data-place="${CSS.escape(name)}"]`)?.getBoundingClientRect() : undefined;
}

/** A place may be large, a whole seat: what comes from it is as large as it will be. */
function inTheMiddleOf(origin: DOMRect, piece: DOMRect): DOMRect {
  const [x, y] = [origin.x + (origin.width - piece.width) / 2, origin.y + (origin.height - piece.height) / 2];
  return new DOMRect(x, y, piece.width, piece.height);
}

/** Where everything lies before the page changes. */
export function remember(root: HTMLElement | undefined): Before {
  return root && !still() && !document.hidden ? pieces(root) : new Map();
}

/** After the page has changed: everything that moved flies there. */
export function fly(root: HTMLElement | undefined, before: Before): void {
  if (!root || still() || document.hidden || before.size === 0) return;
  const after = pieces(root);
  const gone = [...before].filter(([name]) => !after.has(name)).map(([, piece]) => piece);
  for (const [name, piece] of after) {
    let from = before.get(name)?.at;
    if (!from) {
      const alike = piece.kind === undefined ? -1 : gone.findIndex((other) => other.kind === piece.kind);
      const origin = place(root, piece.element.dataset.from);
      if (alike >= 0) from = gone.splice(alike, 1)[0]!.at;
      else if (origin) from = inTheMiddleOf(origin, piece.at);
      else {
        appear(piece.element);
        continue;
      }
    }
    move(piece.element, from, piece.at);
  }
  for (const piece of gone) {
    const to = place(root, piece.element.dataset.to);
    if (to) leave(piece, to);
  }
}

function move(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  const size = to.width > 0 ? from.width / to.width : 1;
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2 && Math.abs(size - 1) < 0.03) return;
  element.getAnimations().forEach((animation) => animation.id === "fly" && animation.cancel());
  const scale = Math.min(3, Math.max(0.3, size));
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 30 }, { transform: "none", zIndex: 30 }],
    { duration: MOVE, easing: EASE, id: "fly" },
  );
}

function appear(element: HTMLElement): void {
  element.animate(
    [
      { transform: "scale(.6)", opacity: 0 },
      { transform: "scale(1.06)", opacity: 1, offset: 0.7 },
      { transform: "none", opacity: 1 },
    ],
    { duration: APPEAR, easing: "ease-out", id: "fly" },
  );
}

/** What is gone from the page flies as a copy of itself. */
function leave(piece: Piece, to: DOMRect): void {
  const ghost = piece.element.cloneNode(true) as HTMLElement;
  for (const name of ["data-piece", "data-place", "data-move", "data-step"]) ghost.removeAttribute(name);
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed", left: `${piece.at.x}px`, top: `${piece.at.y}px`, width: `${piece.at.width}px`,
    height: `${piece.at.height}px`, margin: "0", pointerEvents: "none", zIndex: "40",
  });
  document.body.append(ghost);
  const [dx, dy] = [to.x + to.width / 2 - piece.at.x - piece.at.width / 2, to.y + to.height / 2 - piece.at.y - piece.at.height / 2];
  const flight = ghost.animate(
    [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(.5)`, opacity: 0.2 }],
    { duration: MOVE, easing: EASE },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
