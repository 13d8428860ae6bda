/** A record that was dropped onto the page. It is kept as long as the tab is open, so that a reload does not lose it. */

const KEPT = "tabbytop.record";

function kept(): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

class Dropped {
  record = $state.raw<Record<string, unknown> | null>(kept());

  /** The first record of a file; false if there is none. What may be done at each step is left out: the server knows. */
  take(text: string): boolean {
    try {
      const found: unknown = JSON.parse(text.trim().split("\n")[0] ?? "");
      if (typeof found !== "object" || found === null || !("events" in found) || !Array.isArray(found.events)) return false;
      const events = found.events.map((event: Record<string, unknown>) => ({ ...event, legal: undefined }));
      this.record = { ...found, events };
    } catch {
      return false;
    }
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(this.record));
    } catch {
      // No room to keep it: it is shown all the same.
    }
    return true;
  }
}

export const dropped = new Dropped();
