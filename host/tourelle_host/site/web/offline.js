// Has the browser keep the site, so that it is there without a network from the second visit on.

const NEWER = "There is a newer version of this page: load it again, and the game goes on.";

const { serviceWorker } = navigator;
if (serviceWorker) addEventListener("load", keep);

async function keep() {
  const registration = await serviceWorker.register("sw.js").catch(() => null); // it needs the network
  const tell = () => {
    if (!serviceWorker.controller || !registration?.waiting || document.getElementById("newer")) return;
    const told = document.createElement("p"); // a line of its own, which no other note takes away
    told.id = "newer";
    told.className = "note";
    told.setAttribute("role", "status");
    document.getElementById("link-note")?.after(told);
    told.textContent = NEWER;
  };
  tell();
  registration?.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", tell));
}
