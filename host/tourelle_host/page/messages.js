// The server's messages, each told to what hears its type.

/**
 * What hears messages, by their type.
 * @template Messages
 * @typedef {{[Type in keyof Messages]: (message: {type: Type} & Messages[Type]) => void}} Listeners
 */

/**
 * Tells messages to those who hear them; one of a type that the page does not know is told to
 * nobody. The server that sent the page sends it too, in the shape of its type.
 * @template {object} Messages
 * @param {Listeners<Messages>} listeners
 * @returns {(message: unknown) => void}
 */
export function teller(listeners) {
  return (message) => {
    if (known(listeners, message)) listeners[message.type](message);
  };
}

/**
 * @template {object} Messages
 * @template {keyof Messages} Type
 * @param {Listeners<Messages>} listeners
 * @param {unknown} message
 * @returns {message is {type: Type} & Messages[Type]}
 */
function known(listeners, message) {
  return typeof message === "object" && message !== null && "type" in message
    && typeof message.type === "string" && Object.hasOwn(listeners, message.type);
}
