// The page: hears the server, shows the board and the report, and hands gestures on.

import { Announcer } from "./announce.js";
import { Board } from "./board.js";
import { carriedOut } from "./card.js";
import { piece } from "./colours.js";
import { follow, share } from "./carried.js";
import { opens, rules } from "./dialogs.js";
import { byId, CALM, part } from "./dom.js";
import { save } from "./files.js";
import { Hand } from "./hand.js";
import { Help } from "./help.js";
import { knobs } from "./knobs.js";
import { legend } from "./legend.js";
import { connect } from "./link.js";
import { cellMenu } from "./menu.js";
import { NewGame } from "./newgame.js";
import { Panel, plain } from "./panel.js";
import { empty, liftsNow, take } from "./report.js";
import { shortcuts } from "./shortcuts.js";
import { buzzer } from "./sound.js";
import { speech } from "./speech.js";
import { Steps } from "./steps.js";
import { Trays } from "./trays.js";
import { inWords } from "./words.js";
import { wrong } from "./wrong.js";

/** @import { Act, BoardMessage, Kind, Message, Messages, Request, World } from "./types.js" */

const NOTE_MS = 6000;
const REASON = "@reason ";
const REASON_MS = 400; // what a hand only passes through is not commented
let reasonTimer = 0;

const at = (/** @type {string} */ id) => byId(id, HTMLElement);
/** @type {World} */
const NOTHING = { cells: {}, hand: [], bars: [], power: true, game: null };
const state = { world: NOTHING, report: empty() };
/**
 * The board that the server has told of, as it is drawn, and the hand above it.
 * @type {{told: BoardMessage, board: Board, hand: Hand} | null}
 */
let table = null;
let sidesOfLights = (/** @type {string} */ _) => {};

const link = connect(hear, (open) => {
  document.body.classList.toggle("cut", !open);
  if (open) note("");
  else note("The connection is lost. Trying again …", true);
});
const send = (/** @type {Request} */ request) => {
  const sent = link.send(request);
  if (!sent) note("There is no connection: nothing was done.", true);
  return sent;
};
/** @type {Act} */
const act = (command) => {
  if (table?.told.hand) send({ do: command });
};

const lights = byId("lights-dialog", HTMLDialogElement);
const panel = new Panel(act, (side, who) => send({ seat: side, who }), new Help(send));
const tone = buzzer(at("sound"));
const say = speech(at("speech"), note);
const announcer = new Announcer(at("announced"), [at("status"), at("prompt")], say);
const openMenu = cellMenu(at("cell-menu"), act);
const trays = new Trays(at("hand"), at("box"), act);
const newGame = new NewGame(at("new-game"), byId("new-dialog", HTMLDialogElement),
  (name, options, seats) => send({ new: name, options, seats }), (name) => send({ learn: name }));
opens(at("help"), byId("help-dialog", HTMLDialogElement));
opens(at("lights"), lights);
at("all-words").addEventListener("click", () => {
  const all = part(document, ".words", HTMLElement).classList.toggle("all");
  at("all-words").setAttribute("aria-expanded", String(all));
  at("all-words").textContent = all ? "The newest" : "All";
});
rules(at("rules"), byId("rules-dialog", HTMLDialogElement), () =>
  state.report.game ?? pieceGame()?.name);
const events = wrong(byId("wrong", HTMLButtonElement), byId("wrong-dialog", HTMLDialogElement),
  () => send({ save: "events" }));
at("share").addEventListener("click", () => send({ save: "link" }));
addEventListener("hashchange", () => follow(send));
at("save").addEventListener("click", () => send({ save: "record" }));
const steps = new Steps(at("steps"), send);
knobs(act, ["ok", "undo"], { o: "ok", u: "undo" });
at("power").addEventListener("click", () =>
  act(`power ${state.world.power ? "off" : "on"}`));

shortcuts({
  "?": () => at("help").click(),
  h: () => act("send hint"),
  s: () => announcer.again(),
  j: (event) => table?.hand.toLit(event.shiftKey ? -1 : 1),
});

/** @type {{[Type in keyof Messages]: (message: Message<Type>) => void}} */
const HEARD = {
  board(message) {
    document.body.classList.toggle("watching", !message.hand);
    if (table?.board.grid.name === message.grid.name) table.told = message;
    else {
      const board = new Board(at("board"), message.grid);
      const hand = new Hand(board, at("box"), act, openMenu, NOTHING);
      hand.reached = (cell) => say(board.told(cell), true);
      table = { told: message, board, hand };
      trays.use(hand);
    }
    sidesOfLights = legend(lights, message.lights);
    newGame.offer(message.choices, message.games[0]?.name);
    if (message.hand && !follow(send) && message.fresh) newGame.open();
    steps.use(message.steps);
    showReport();
  },
  world(message) {
    state.world = message;
    showWorld();
    showReport();
  },
  frame: (message) => table?.board.light(message.rgb, CALM.matches),
  line({ text }) {
    if (text.startsWith(REASON)) clearTimeout(reasonTimer);
    if (text.startsWith(REASON) && text !== `${REASON}none`) reasonTimer = setTimeout(hearLine, REASON_MS, text);
    else hearLine(text);
  },
  story(message) {
    clearTimeout(reasonTimer);
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
  file({ of, name, text }) {
    if (of === "events") events(text);
    else if (of === "link") share(text, note);
    else save(name, text);
  },
  error: (message) => note(message.text),
};

/** @param {string} text */
function hearLine(text) {
  take(state.report, text);
  showReport();
}

/** @param {unknown} message */
function hear(message) {
  if (known(message)) tell(message);
}

/**
 * Whether a message is of a type that this page knows. The server that sent the page sends it
 * too, in the shape of that type.
 * @param {unknown} message
 * @returns {message is Message}
 */
function known(message) {
  return typeof message === "object" && message !== null && "type" in message
    && typeof message.type === "string" && Object.hasOwn(HEARD, message.type);
}

/**
 * @template {keyof Messages} Type
 * @param {Message<Type>} message
 */
function tell(message) {
  HEARD[message.type](message);
}

/** The game that the pieces on the board belong to; before one is put up, any of this board's. */
function pieceGame() {
  const games = table?.told.games ?? [];
  return games.find((game) => game.name === state.world.game) ?? games[0];
}

function showWorld() {
  if (!table) return;
  const game = pieceGame();
  table.hand.world = state.world;
  table.board.show(state.world, game?.sides ?? "");
  if (game) table.board.printed(game);
  showBox();
  document.body.classList.toggle("off", !state.world.power);
  at("power").setAttribute("aria-checked", String(state.world.power));
}

/** The box has a piece of each kind of those who play, and barriers where edges are marked. */
function showBox() {
  const game = pieceGame();
  if (!game) return;
  const players = state.report.score.length || game.sides.length;
  /** @type {Kind[]} */
  const box = game.box.filter(({ glyphs }) => Number(glyphs[0][1]) < players);
  if (game.marked.length) box.push({ wall: true });
  const { box: wanted, carry } = state.report;
  const led = carriedOut(state.report) ? carry?.box ?? [] : [];
  const kinds = [...wanted, ...led.map((entry) => entry.piece)];
  if (state.report.lights.some((entry) => entry.state === "barrier")) kinds.push("wall");
  trays.show(state.world.hand, game.sides, box, inWords);
  trays.want(kinds);
}

function showReport() {
  if (!table) return;
  const { told, board } = table;
  at("save").hidden = at("share").hidden = state.report.moves.length === 0;
  at("wrong").hidden = !told.events || !state.report.game;
  const { hand } = table;
  hand.lifts = liftsNow(state.report);
  hand.carry = state.report.carry;
  hand.boxed = !(state.report.wayBack?.put.length || state.report.carry?.to.length);
  const aims = hand.aims();
  board.aimAt(aims);
  panel.show(state.report, told, state.world, aims);
  board.say(state.world.power ? state.report.lights : [], told.lights.states);
  showBox();
  board.tag(state.report.menu.map(({ name, cell }) => ({ cell, text: plain(name) })));
  const game = told.games.find((entry) => entry.name === state.report.game);
  sidesOfLights(game?.sides ?? pieceGame()?.sides ?? "");
  announcer.changed(state.report.moves, ({ side, text }) => `${piece(side).name}: ${text}`);
}

/**
 * An emulated chip may live slower than life; then its time is another than the person's.
 * @param {Messages["pace"]} pace
 */
function inTime({ slower, seconds }) {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const pace = slower > 1 ? `${slower} times slower than life` : "as fast as life";
  return `The board lives ${pace}; its time is ${time}.`;
}

let noteTimer = 0;

/**
 * Tells the person something, for a while or until something else is told.
 * @param {string} text
 */
function note(text, stays = false) {
  at("link-note").textContent = text;
  clearTimeout(noteTimer);
  if (text && !stays) noteTimer = setTimeout(() => note(""), NOTE_MS);
}
