/** The text of a record that was dropped onto the page, kept as long as the tab is open: a reload does not lose it. */

const KEPT = "tabbytop.record";
const LEGAL = /,\s*"legal"\s*:\s*\[[^\]]*\]/g; // in no move there is a bracket

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

class Dropped {
  record = $state.raw(kept());

  /** The first record of a file; false if there is none. What may be done at each step is left out: the server knows. */
  take(text: string): boolean {
    const first = text.trim().split("\n")[0] ?? "";
    try {
      const found: unknown = JSON.parse(first);
      if (typeof found !== "object" || found === null || !("events" in found) || !Array.isArray(found.events)) return false;
    } catch {
      return false;
    }
    this.record = first.replace(LEGAL, "");
    try {
      sessionStorage.setItem(KEPT, this.record);
    } catch {
      // No room to keep it: it is shown all the same.
    }
    return true;
  }
}

export const dropped = new Dropped();
