// The WebSocket to the server: opened again and again until it stands.

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;

// on(message) hears every message of the server; changed(open) when the link comes or goes.
export function connect(on, changed) {
  let socket = null;
  let pause = FIRST_PAUSE_MS;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => {
      pause = FIRST_PAUSE_MS;
      changed(true);
    };
    socket.onmessage = (event) => on(JSON.parse(event.data));
    socket.onclose = () => {
      changed(false);
      setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
  }

  open();
  return {
    // Sends a request; false where there is no link, so nothing is ever done late.
    send(request) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
  };
}
