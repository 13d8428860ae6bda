/** A piece that can be carried with mouse or finger to a place marked data-drop. A short press stays a click. */

import type { Attachment } from "svelte/attachments";

const FAR = 8; // pixels until a press becomes a drag
const BACK = 350; // milliseconds until a piece that was put down is where the table says

export interface Carrying {
  over: (place: string | null) => void; // while it is carried
  drop: (place: string | null) => void; // the name of the place, or null: nowhere
}

function placeAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement>("[data-drop]");
    if (place) return place.dataset.drop ?? null;
  }
  return null;
}

export function carry(carrying: Carrying | null): Attachment<HTMLElement> {
  return (element) => {
    if (!carrying) return;
    let start: { x: number; y: number; id: number } | null = null;
    let moving = false;

    function press(event: PointerEvent): void {
      if (event.button !== 0 || start) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      addEventListener("pointermove", move);
      addEventListener("pointerup", release);
      addEventListener("pointercancel", release);
    }
    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!moving && Math.hypot(dx, dy) < FAR) return;
      moving = true;
      Object.assign(element.style, { translate: `${dx}px ${dy}px`, zIndex: "30", pointerEvents: "none" });
      carrying!.over(placeAt(event.clientX, event.clientY));
    }
    function release(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      if (moving) {
        const place = event.type === "pointerup" ? placeAt(event.clientX, event.clientY) : null;
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
        setTimeout(putBack, place === null ? 0 : BACK);
        carrying!.over(null);
        carrying!.drop(place);
      }
      letGo();
    }
    function swallow(event: Event): void {
      event.stopPropagation();
      event.preventDefault();
    }
    const putBack = (): void => void Object.assign(element.style, { translate: "", zIndex: "", pointerEvents: "" });
    function letGo(): void {
      start = null;
      moving = false;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", release);
    }

    element.style.touchAction = "none";
    element.addEventListener("pointerdown", press);
    return () => {
      element.style.touchAction = "";
      element.removeEventListener("pointerdown", press);
      if (moving) putBack();
      letGo();
    };
  };
}
