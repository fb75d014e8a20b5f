// Has the browser keep the site, so that it is there without a network from the second visit on.

if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("sw.js").catch(() => {}); // then it needs the network
  });
}
