// If the server cannot be reached, or only a proxy before it, a page that says so. Everything else is the browser's own cache.
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
