// The page: hears the server, shows the board and the report, and hands gestures on.

import { Board, inWords } from "./board.js";
import { help, newGame } from "./dialogs.js";
import { Hand } from "./hand.js";
import { knobs } from "./knobs.js";
import { legend } from "./legend.js";
import { connect } from "./link.js";
import { cellMenu } from "./menu.js";
import { Panel, plain } from "./panel.js";
import { empty, take } from "./report.js";
import { buzzer } from "./sound.js";
import { Steps } from "./steps.js";
import { Trays } from "./trays.js";

const NOTE_MS = 6000;

const at = (id) => document.getElementById(id);
const state = { board: null, world: { cells: {}, hand: [], power: true }, report: empty() };
let board = null;
let hand = null;
let sidesOfLights = () => {};

const link = connect(hear, (open) => {
  document.body.classList.toggle("cut", !open);
  if (open) note("");
  else note("The connection is lost. Trying again …", true);
});
const send = (request) => {
  const sent = link.send(request);
  if (!sent) note("There is no connection: nothing was done.", true);
  return sent;
};
const act = (command) => state.board?.hand && send({ do: command });

at("legend").open = matchMedia("(min-width: 821px)").matches;
const panel = new Panel(act);
const tone = buzzer(at("sound"));
const openMenu = cellMenu(at("cell-menu"), act);
const trays = new Trays(at("hand"), at("box"), act);
const offer = newGame(at("new-game"), at("new-dialog"), (name, options) =>
  send({ new: name, options }));
help(at("help"), at("help-dialog"));
const steps = new Steps(at("steps"), send);
knobs(act, ["ok", "undo"], { o: "ok", u: "undo" });
at("power").addEventListener("click", () =>
  act(`power ${state.world.power ? "off" : "on"}`));

const HEARD = {
  board(message) {
    state.board = message;
    document.body.classList.toggle("watching", !message.hand);
    if (!board || board.grid.name !== message.grid.name) {
      board = new Board(at("board"), message.grid);
      hand = new Hand(board, at("box"), act, openMenu);
      trays.use(hand, board);
    }
    sidesOfLights = legend(at("legend").querySelector("ul"), message.lights);
    offer(message.games);
    steps.use(message.steps);
    showReport();
  },
  world(message) {
    state.world = message;
    showWorld();
    showReport();
  },
  frame: (message) => board.light(message.rgb),
  line(message) {
    take(state.report, message.text);
    showReport();
  },
  story(message) {
    state.report = empty();
    for (const text of message.lines) take(state.report, text);
    showReport();
  },
  at: (message) => steps.show(message.step),
  tone: (message) => tone(message.hz),
  error: (message) => note(message.text),
};

function hear(message) {
  HEARD[message.type]?.(message);
}

// The game that the pieces on the board belong to; before one is put up, any of this board's.
function pieceGame() {
  const games = state.board.games;
  return games.find((game) => game.name === state.world.game) ?? games[0];
}

function showWorld() {
  const sides = pieceGame()?.sides ?? "";
  hand.world = state.world;
  board.show(state.world, sides);
  trays.show(state.world.hand, sides, pieceGame()?.box ?? [], inWords);
  document.body.classList.toggle("off", !state.world.power);
  at("power").setAttribute("aria-checked", state.world.power);
}

function showReport() {
  at("save").hidden = state.report.moves.length === 0;
  panel.show(state.report, state.board.games, state.world.power);
  board.tag(state.report.menu.map(({ name, cell }) => ({ cell, text: plain(name) })));
  const game = state.board.games.find((entry) => entry.name === state.report.game);
  sidesOfLights(game?.sides ?? pieceGame()?.sides ?? "");
}

let noteTimer = null;

function note(text, stays = false) {
  at("link-note").textContent = text;
  clearTimeout(noteTimer);
  if (text && !stays) noteTimer = setTimeout(() => note(""), NOTE_MS);
}
