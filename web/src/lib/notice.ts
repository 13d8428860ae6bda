/** Tells whoever looks elsewhere that it is their turn at a table, as far as the browser lets it. */
export async function notice(title: string, body: string, table: string): Promise<void> {
  const options = { body, tag: table, icon: "/icon.svg", data: `/t/${table}` };
  try {
    // Chrome for Android knows notifications of a service worker only; without https there is none.
    const worker = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    if (worker?.active) await worker.showNotification(title, options);
    else new Notification(title, options);
  } catch {
    // then the page's title has to do
  }
}
