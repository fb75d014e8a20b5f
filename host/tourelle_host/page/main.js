// The page: hears the server, shows the board and the report, and hands gestures on.

import { Board, inWords } from "./board.js";
import { help, rules } from "./dialogs.js";
import { Hand } from "./hand.js";
import { hint } from "./hint.js";
import { knobs } from "./knobs.js";
import { legend } from "./legend.js";
import { connect } from "./link.js";
import { cellMenu } from "./menu.js";
import { NewGame } from "./newgame.js";
import { Panel, plain } from "./panel.js";
import { empty, take } from "./report.js";
import { buzzer } from "./sound.js";
import { Steps } from "./steps.js";
import { Trays } from "./trays.js";
import { wrong } from "./wrong.js";

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
const panel = new Panel(act, (side, who) => send({ seat: side, who }));
const tone = buzzer(at("sound"));
const openMenu = cellMenu(at("cell-menu"), act);
const trays = new Trays(at("hand"), at("box"), act);
const newGame = new NewGame(at("new-game"), at("new-dialog"), (name, options, seats) =>
  send({ new: name, options, seats }));
help(at("help"), at("help-dialog"));
rules(at("rules"), at("rules-dialog"), () => state.report.game ?? pieceGame().name);
wrong(at("wrong"), at("wrong-dialog"), (text, stays) => note(text, stays));
const steps = new Steps(at("steps"), send);
knobs(act, ["ok", "undo"], { o: "ok", u: "undo" });
at("power").addEventListener("click", () =>
  act(`power ${state.world.power ? "off" : "on"}`));

const HEARD = {
  __proto__: null,
  board(message) {
    state.board = message;
    document.body.classList.toggle("watching", !message.hand);
    if (!board || board.grid.name !== message.grid.name) {
      board = new Board(at("board"), message.grid);
      hand = new Hand(board, at("box"), act, openMenu);
      trays.use(hand, board);
    }
    sidesOfLights = legend(at("legend").querySelector("ul"), message.lights);
    newGame.offer(message.choices ?? [], message.games[0]?.name);
    if (message.hand && message.fresh) newGame.open();
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
  pace(message) {
    at("pace").hidden = false;
    at("pace").textContent = inTime(message);
  },
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
  if (pieceGame()) board.printed(pieceGame());
  showBox();
  document.body.classList.toggle("off", !state.world.power);
  at("power").setAttribute("aria-checked", state.world.power);
}

// The box has a piece of each kind of those who play, and barriers where edges are marked.
function showBox() {
  const game = pieceGame();
  if (!game) return;
  const players = state.report.score.length || game.sides.length;
  const box = game.box.filter(({ glyphs }) => Number(glyphs[0][1]) < players);
  if (game.marked.length) box.push({ wall: true });
  trays.show(state.world.hand, game.sides, box, inWords);
}

function showReport() {
  at("save").hidden = state.report.moves.length === 0;
  at("wrong").hidden = !state.board.events || !state.report.game;
  panel.show(state.report, state.board.games, state.world);
  const held = state.world.hand.length ? inWords(state.world.hand, pieceGame()?.sides ?? "") : "";
  hint(at("hint"), held, state.world.power ? state.report.lights : [], state.board.lights.states);
  if (hand) showBox();
  board.tag(state.report.menu.map(({ name, cell }) => ({ cell, text: plain(name) })));
  const game = state.board.games.find((entry) => entry.name === state.report.game);
  sidesOfLights(game?.sides ?? pieceGame()?.sides ?? "");
}

// An emulated chip may live slower than life; then its time is another than the person's.
function inTime({ slower, seconds }) {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const pace = slower > 1 ? `${slower} times slower than life` : "as fast as life";
  return `The board lives ${pace}; its time is ${time}.`;
}

let noteTimer = null;

function note(text, stays = false) {
  at("link-note").textContent = text;
  clearTimeout(noteTimer);
  if (text && !stays) noteTimer = setTimeout(() => note(""), NOTE_MS);
}
