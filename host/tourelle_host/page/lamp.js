// The light under a cell, and its shine on what is around it.

import { onWood, rgbOf, seen } from "./colours.js";
import { TILT } from "./pieces.js";
import { well } from "./plate.js";
import { make } from "./svg.js";

/** @import { Shape } from "./types.js" */

const RADIUS = 78; // of its shine

export class Lamp {
  /**
   * Draws it; it is dark.
   * @param {string} name of its cell
   * @param {Shape} shape
   * @param {string} transform to the cell's place
   */
  constructor(name, shape, transform) {
    this.stops = [0, 0.55, 1].map((offset) => make("stop", { offset }));
    this.haloStops = [0.25, 0.55, 1].map((offset) => make("stop", { offset }));
    this.gradients = [
      make("radialGradient", { id: `light-${name}` }, this.stops),
      make("radialGradient", { id: `halo-${name}` }, this.haloStops),
    ];
    this.light = make("path", {
      d: well(shape), transform, fill: `url(#light-${name})`, opacity: 0, class: "light",
    });
    this.halo = make("ellipse", {
      transform, rx: RADIUS, ry: RADIUS * TILT, fill: `url(#halo-${name})`, opacity: 0,
    });
    this.shown = ""; // the light as drawn, in hexadecimal digits; "": draw the next one in any case
    this.colour = ""; // as drawn
  }

  /** Its light means something else from now on: the next one is drawn however dim it is. */
  renew() {
    this.shown = "";
  }

  /**
   * Shines as the pixel does.
   * @param {string} hex red, green and blue in hexadecimal digits
   * @param {boolean} steady it stays as bright as it was
   */
  shine(hex, steady) {
    if (this.shown === hex || (steady && this.shown && dimmer(hex, this.shown))) return;
    this.shown = hex;
    const { rgb: colour, level } = seen(...rgbOf(hex));
    this.light.setAttribute("opacity", level.toFixed(3));
    this.halo.setAttribute("opacity", level.toFixed(3));
    if (level === 0 || this.colour === colour) return;
    this.colour = colour;
    tint(this.stops, colour, [1, 1, 0.82]);
    tint(this.haloStops, onWood(colour), [0.62, 0.4, 0]);
  }
}

/**
 * Whether one light, in hexadecimal digits, is not as bright as another.
 * @param {string} one
 * @param {string} other
 */
function dimmer(one, other) {
  return Math.max(...rgbOf(one)) < Math.max(...rgbOf(other));
}

/**
 * @param {SVGStopElement[]} stops
 * @param {string} colour "r g b"
 * @param {number[]} strengths
 */
function tint(stops, colour, strengths) {
  stops.forEach((stop, index) => {
    stop.setAttribute("stop-color", `rgb(${colour})`);
    stop.setAttribute("stop-opacity", String(strengths[index]));
  });
}
