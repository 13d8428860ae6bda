/** A record that was dropped onto the page. */

class Dropped {
  record = $state.raw<Record<string, unknown> | null>(null);

  /** The first record of a file; false if there is none. What may be done at each step is left out: the server knows. */
  take(text: string): boolean {
    try {
      const found: unknown = JSON.parse(text.trim().split("\n")[0] ?? "");
      if (typeof found !== "object" || found === null || !("events" in found) || !Array.isArray(found.events)) return false;
      const events = found.events.map((event: Record<string, unknown>) => ({ ...event, legal: undefined }));
      this.record = { ...found, events };
      return true;
    } catch {
      return false;
    }
  }
}

export const dropped = new Dropped();
