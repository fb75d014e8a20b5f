// The page: its parts, what each message of the server and each button does, and showing all of it.

import { sameAgain, swapped } from "./again.js";
import { Announcer } from "./announce.js";
import { asking } from "./asking.js";
import { kinds, wanted } from "./box.js";
import { cardOf } from "./card.js";
import { follow, share } from "./carried.js";
import { piece } from "./colours.js";
import { Cursor } from "./cursor.js";
import { opens, rules } from "./dialogs.js";
import { byId } from "./dom.js";
import { Drawn, NO_AIMS, NOTHING } from "./drawn.js";
import { Engine } from "./engine.js";
import { save } from "./files.js";
import { FriendsCard } from "./friends.js";
import { Hand } from "./hand.js";
import { Hearing } from "./hearing.js";
import { Help } from "./help.js";
import { Keeper } from "./keeping.js";
import { boardKeys, markKeys } from "./keys.js";
import { knobs } from "./knobs.js";
import { legend } from "./legend.js";
import { LookingCard } from "./looking.js";
import { Looks } from "./looks.js";
import { cellMenu } from "./menu.js";
import { teller } from "./messages.js";
import { NewGame } from "./newgame.js";
import { noter } from "./note.js";
import { plain } from "./options.js";
import { playing } from "./outcome.js";
import { showPace } from "./pace.js";
import { Panel } from "./panel.js";
import { END, Past } from "./past.js";
import { Pointer } from "./pointer.js";
import { empty, take } from "./report.js";
import { Reviewing } from "./reviewing.js";
import { Shelf } from "./shelf.js";
import { letterSwitch, shortcuts } from "./shortcuts.js";
import { carriedOut } from "./situations.js";
import { buzzer } from "./sound.js";
import { speech } from "./speech.js";
import { Steps } from "./steps.js";
import { Trays } from "./trays.js";
import { wrong } from "./wrong.js";

/** @import { Board } from "./board.js" */
/** @import { Listeners } from "./messages.js" */
/** @import { Act, BoardMessage, Messages, Seen } from "./types.js" */

const at = (/** @type {string} */ id) => byId(id, HTMLElement);
const newDialog = byId("new-dialog", HTMLDialogElement);
const lights = byId("lights-dialog", HTMLDialogElement);

// -- what is known, and who is asked

let report = empty();
let sidesOfLights = (/** @type {string} */ _) => {}; // names the sides beside the lights' meanings
const note = noter(at("link-note"));
const { send, open } = asking(note);

/** Whether anything can be moved here; who only looks back is told so. */
const mayMove = () => {
  if (past.look) note("This is how it stood then: nothing is moved there.");
  return !past.look && drawn.now?.message.acts === true;
};
/** @type {Act} */
const act = (command) => mayMove() && send({ do: command });
/**
 * What the page shows: a record that is replayed, a table of a club, or a board at hand.
 * @param {BoardMessage} message
 * @returns {"replay" | "club" | "board"}
 */
function kindOf({ steps, names }) {
  if (steps !== undefined) return "replay";
  return names ? "club" : "board";
}
let replayed = 0; // the step that a replay has reached
/** @param {number} step of the game that is shown */
const lookAt = (step) => {
  if (!past.look && drawn.now && kindOf(drawn.now.message) === "replay") send({ step });
  else past.go(step);
};

// -- the parts of the page

const looks = new Looks(send);
const past = new Past(looks, lookedAt, note);
const looking = new LookingCard(at("looking"), past);
const engine = new Engine(send);
const reviewing = new Reviewing(at("looking"), past, engine);
const keeper = new Keeper(looks, note);
const shelf = new Shelf(byId("games-dialog", HTMLDialogElement), looks, (record) => {
  newDialog.close(); // from where one may have come
  past.begin(END, record);
});

const drawn = new Drawn(at("board"), past, reach);
const trays = new Trays(at("hand"), at("box"), act);
const openMenu = cellMenu(at("cell-menu"), act);

const help = new Help(send);
const panel = new Panel(act, (side, who) => send({ seat: side, who }), help, lookAt,
  {
    "Play again": () => send(sameAgain(report, letters())),
    "Swap sides": () => send(swapped(report, letters())),
    "Look back": () => past.begin(END),
  });
const steps = new Steps(at("steps"), lookAt);
const tone = buzzer(at("sound"));
const say = speech(at("speech"), note);
const announcer = new Announcer(at("announced"), [at("status"), at("prompt")], say);

const newGame = new NewGame(at("new-game"), newDialog,
  (name, options, seats) => send({ new: name, options, seats }), (name) => send({ learn: name }),
  (game, options, mine) => friends.invite(game, options, mine));
const friends = new FriendsCard(at("friends"), newDialog,
  byId("join-dialog", HTMLDialogElement), send, note);

// -- the other buttons, and the keys

opens(at("help"), byId("help-dialog", HTMLDialogElement));
rules(at("rules"), byId("rules-dialog", HTMLDialogElement), () =>
  report.game ?? drawn.game()?.name);
const saveEvents = wrong(byId("wrong", HTMLButtonElement), byId("wrong-dialog", HTMLDialogElement),
  () => send({ save: "events" }));
at("share").addEventListener("click", () => send({ save: "link" }));
addEventListener("hashchange", () => follow(send));
at("save").addEventListener("click", () => {
  send({ save: "record" });
  keeper.save();
});
for (const id of ["games", "new-saved"]) at(id).addEventListener("click", () => shelf.show());
knobs(act, ["ok", "undo"], { o: "ok", u: "undo" });
at("power").addEventListener("click", () => act(`power ${drawn.world.power ? "off" : "on"}`));

markKeys();
letterSwitch(byId("letter-keys", HTMLInputElement));
shortcuts({
  "?": () => at("help").click(),
  h: () => act("send hint"),
  s: () => announcer.again(),
  j: (event) => drawn.now?.cursor.toLit(event.shiftKey ? -1 : 1),
});

// -- what each message of the server does

const hearing = new Hearing((line) => {
  take(report, line);
  heard();
});

/** @type {Listeners<Messages>} */
const LISTENERS = {
  board(message) {
    document.body.classList.toggle("watching", !message.acts);
    at("club").hidden = kindOf(message) !== "club";
    drawn.use(message);
    if (past.look && !past.record) past.leave(); // a saved game is none of this board's
    reviewing.anew();
    sidesOfLights = legend(at("lights"), lights, message.lights);
    newGame.list(message);
    shelf.know(message.playable);
    if (!message.fresh) newGame.withdraw();
    if (message.acts && !follow(send) && message.fresh) newGame.open(true);
    heard();
  },
  world(message) {
    drawn.world = message;
    showWorld();
    heard();
  },
  frame: (message) => drawn.light(message.rgb),
  line: ({ text }) => hearing.hear(text),
  story(message) {
    hearing.forget();
    report = empty();
    for (const text of message.lines) take(report, text);
    heard();
  },
  friends(message) {
    newGame.allowSharing();
    friends.show(message);
    heard();
  },
  at(message) {
    replayed = message.step;
    if (!past.look) steps.show(replayed);
  },
  tone: (message) => tone(message.hz),
  pace: (message) => showPace(at("pace"), message),
  file({ of, name, text }) {
    if (of === "events") saveEvents(text);
    else if (of === "link") share(text, note);
    else save(name, text);
  },
  look: (message) => looks.heard(message),
  ugi: ({ text }) => engine.heard(text),
  engine_ended: ({ text }) => engine.failed(text),
  damaged: (message) => looks.damaged(message),
  keep: ({ record }) => { keeper.keep(record); },
  interrupted: ({ record }) => keeper.interrupted(record),
  error: (message) => note(message.text),
};

// -- the connection: all that its messages are for is there by now

open(teller(LISTENERS), (why) => {
  engine.failed(why); // the server has dismissed it
  tone(0); // nobody would tell that it has ended
  help.forget();
  looks.forget();
  keeper.forget();
});

// -- following what it tells

/** Something new is known: the parts that act on it do so, and then it is shown. */
function heard() {
  if (!drawn.now) return;
  const { message, hand } = drawn.now;
  hand.hear(report);
  keeper.follow(report, kindOf(message) === "replay");
  help.follow(cardOf(seenOf(message)).help, carriedOut(report));
  showReport();
}

/** Another position is looked at, or none any more. */
function lookedAt() {
  looking.show();
  reviewing.follow();
  showWorld();
  showReport();
}

// -- showing it

/**
 * Puts a hand, by pointer and by keys, on a board that is drawn anew.
 * @param {Board} board
 */
function reach(board) {
  const cursor = new Cursor(board, (cell) => say(board.labelOf(cell), true));
  const hand = new Hand(board, act, (...menu) => mayMove() && openMenu(...menu), NOTHING,
    (kind) => trays.mark(kind));
  hand.hear(report);
  const pointer = new Pointer(hand, cursor, at("box"));
  boardKeys(hand, cursor);
  trays.use({ hand, pointer, cursor });
  return { hand, cursor };
}

/** The letters of the sides that play in this game. */
function letters() {
  return playing(drawn.game()?.sides ?? "", report.score.length);
}

function showWorld() {
  drawn.show();
  if (!drawn.now || past.look) return;
  document.body.classList.toggle("off", !drawn.world.power);
  at("power").setAttribute("aria-checked", String(drawn.world.power));
}

function showBox() {
  const game = drawn.game();
  if (!game) return;
  trays.show(drawn.world.hand, game.sides, kinds(game, report));
  trays.want(wanted(report));
}

function showReport() {
  if (!drawn.now) return;
  const { message, board } = drawn.now;
  const { look } = past;
  document.body.classList.toggle("past", look !== null);
  const seen = seenOf(message);
  const card = cardOf(seen);
  panel.show(card, seen, message, past);
  steps.use(look ? look.moves.length : message.steps);
  if (!steps.element.hidden) steps.show(look ? look.step : replayed);
  at("save").hidden = at("share").hidden = report.moves.length === 0;
  at("wrong").hidden = !message.events || !report.game;
  showBox();
  board.setAims(seen.aims.cells);
  board.explain(look ? past.lit() : drawn.world.power ? report.lights : [], message.lights.states);
  board.tag(look ? [] : card.menu.map(({ name, cell }) => ({ cell, text: plain(name) })));
  sidesOfLights((seen.game ?? drawn.game())?.sides ?? "");
  announcer.changed(report.moves, ({ side, text }) => `${piece(side).name}: ${text}`);
}

/**
 * What the card is made from.
 * @param {BoardMessage} message
 * @returns {Seen}
 */
function seenOf(message) {
  const { games, acts } = message;
  const aims = drawn.world.aims ?? NO_AIMS;
  return {
    report, world: drawn.world, acts,
    game: games.find((entry) => entry.name === report.game),
    aims: past.look ? { ...aims, cells: [] } : aims,
    friends: friends.table,
    atHand: kindOf(message) === "board",
  };
}
