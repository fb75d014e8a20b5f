// The WebSocket to the server: opened again and again until it stands.

/** @import { Request } from "./types.js" */

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;

/**
 * @param {(message: unknown) => void} on hears every message of the server
 * @param {(open: boolean, why?: string) => void} changed hears when the link comes or goes, and why
 *   where that is not the usual reason
 */
export function connect(on, changed) {
  let pause = FIRST_PAUSE_MS;
  let socket = open();

  function open() {
    const address = new URL("ws", location.href); // beside the page, wherever that lies
    address.protocol = address.protocol.replace("http", "ws");
    const opened = new WebSocket(address);
    opened.onopen = () => {
      pause = FIRST_PAUSE_MS;
      changed(true);
    };
    opened.onmessage = (event) => on(JSON.parse(event.data));
    opened.onclose = () => {
      changed(false);
      setTimeout(() => {
        socket = open();
      }, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
    return opened;
  }

  return {
    /**
     * Sends a request; false where there is no link, so nothing is ever done late.
     * @param {Request} request
     */
    send(request) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
  };
}
