// Keeps the page with all that it needs. A newer version that has come whole waits until the page is
// loaded again: all that a page ever loads is of one version.

const CACHE = "tourelle-__VERSION__";
const FILES = ["__FILES__"];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string} */ name) => name.startsWith("tourelle-") && name !== CACHE;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("message", () => worker.skipWaiting());

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const { waiting } = worker.registration;
  if (waiting && request.mode === "navigate" && (await worker.clients.matchAll()).length < 2) {
    waiting.postMessage(null); // no page but the one that is left: it takes over
    return new Response("<script>location.reload()</script>", { headers: { "Content-Type": "text/html" } });
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
