// Without a network, a page that says so. Everything else is the browser's own cache.
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("tabbytop").then((cache) => cache.add(PAGE)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
});
