// If the server cannot be reached, or only a proxy before it, a page that says so. Everything else is the browser's own cache.
// And from a notification back to its table.
const PAGE = "/offline.html";

const keep = () => caches.open("tabbytop").then((cache) => cache.add(PAGE));

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self.skipWaiting();
});

async function page(event) {
  const answer = await fetch(event.request).catch(() => null);
  if (answer && answer.status < 500) {
    event.waitUntil(keep().catch(() => undefined)); // it may have changed; and this worker, which does not, is not installed again
    return answer;
  }
  return (await caches.match(PAGE)) ?? answer ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event));
});

async function show(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : self.clients.openWindow(path));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
