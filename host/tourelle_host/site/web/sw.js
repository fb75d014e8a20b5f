// Keeps the page with all that it needs. A newer version takes the place of an older one when it has
// come whole; pages that are open go on with what they have loaded.

const CACHE = "tourelle-__VERSION__";
const FILES = ["__FILES__"];

addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tourelle-") && name !== CACHE;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(CACHE)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
