// If the server cannot be reached, or only a proxy before it, a page that says so. Everything else is the browser's own cache.
// And from a notification back to its table.
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("tabbytop").then((cache) => cache.add(PAGE)));
  self.skipWaiting();
});

async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(PAGE)) ?? answer ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
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
