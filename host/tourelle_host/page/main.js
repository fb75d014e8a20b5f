// The page: hears the server, shows the board and the report, and passes gestures on.

import { sameAgain, swapped } from "./again.js";
import { Announcer } from "./announce.js";
import { Board } from "./board.js";
import { kinds, wanted } from "./box.js";
import { cardOf } from "./card.js";
import { piece } from "./colours.js";
import { follow, share } from "./carried.js";
import { Cursor } from "./cursor.js";
import { FriendsCard } from "./friends.js";
import { opens, rules } from "./dialogs.js";
import { byId, CALM } from "./dom.js";
import { Engine } from "./engine.js";
import { save } from "./files.js";
import { Hand } from "./hand.js";
import { Hearing } from "./hearing.js";
import { Help } from "./help.js";
import { Keeper } from "./keeping.js";
import { boardKeys, markKeys } from "./keys.js";
import { knobs } from "./knobs.js";
import { legend } from "./legend.js";
import { connect } from "./link.js";
import { cellMenu } from "./menu.js";
import { tell } from "./messages.js";
import { NewGame } from "./newgame.js";
import { LookingCard } from "./looking.js";
import { Looks } from "./looks.js";
import { noter } from "./note.js";
import { plain } from "./options.js";
import { playing } from "./outcome.js";
import { showPace } from "./pace.js";
import { Panel } from "./panel.js";
import { END, Past } from "./past.js";
import { empty, take } from "./report.js";
import { Pointer } from "./pointer.js";
import { Reviewing } from "./reviewing.js";
import { Shelf } from "./shelf.js";
import { letterSwitch, shortcuts } from "./shortcuts.js";
import { buzzer } from "./sound.js";
import { speech } from "./speech.js";
import { Steps } from "./steps.js";
import { Trays } from "./trays.js";
import { wrong } from "./wrong.js";

/** @import { Listeners } from "./messages.js" */
/** @import { Act, BoardMessage, Grid, Messages, Request, Seen, World } from "./types.js" */

const LOST = "The connection is lost. Trying again …";
const UNSENT = "There is no connection: nothing was done.";

const at = (/** @type {string} */ id) => byId(id, HTMLElement);
/** @type {World} */
const NOTHING = { cells: {}, hand: [], barriers: [], power: true, game: null };
const state = { world: NOTHING, report: empty(), rgb: "" };
/**
 * The board that the server has told of, as it is drawn, and the hand above it.
 * @type {{message: BoardMessage, board: Board, hand: Hand, cursor: Cursor} | null}
 */
let drawn = null;
let sidesOfLights = (/** @type {string} */ _) => {};
let unsent = UNSENT; // why a request cannot be sent, while it cannot
const note = noter(at("link-note"));

const link = connect((message) => tell(LISTENERS, message), (open, why) => {
  document.body.classList.toggle("cut", !open);
  unsent = why ?? UNSENT;
  note(open ? "" : why ?? LOST, true);
  if (open) return;
  engine.failed(why ?? LOST); // the server has dismissed it
  tone(0); // nobody would tell that it has ended
  help.forget();
  looks.forget();
  keeper.forget();
});
const send = (/** @type {Request} */ request) => {
  const sent = link.send(request);
  if (!sent) note(unsent, true);
  return sent;
};
/** Whether anything can be moved here; who only looks back is told so. */
const mayMove = () => {
  if (past.look) note("This is how it stood then: nothing is moved there.");
  return !past.look && drawn?.message.acts === true;
};
/** @type {Act} */
const act = (command) => mayMove() && send({ do: command });
/** @param {number} step of the game that is shown */
const lookAt = (step) => {
  if (drawn?.message.steps === undefined) past.go(step);
  else send({ step });
};
const looks = new Looks(send);
const past = new Past(looks, () => {
  showWorld();
  showReport();
}, note);
const looking = new LookingCard(byId("looking", HTMLElement), past);
const engine = new Engine(send);
const reviewing = new Reviewing(byId("looking", HTMLElement), past, engine);
const keeper = new Keeper(looks, note);
const shelf = new Shelf(byId("games-dialog", HTMLDialogElement), looks, (record) => {
  byId("new-dialog", HTMLDialogElement).close(); // from where one may have come
  past.begin(END, record);
});

const lights = byId("lights-dialog", HTMLDialogElement);
const help = new Help(send);
const panel = new Panel(act, (side, who) => send({ seat: side, who }), help, lookAt,
  {
    "Play again": () => send(sameAgain(state.report, letters())),
    "Swap sides": () => send(swapped(state.report, letters())),
    "Look back": () => past.begin(END),
  });
const tone = buzzer(at("sound"));
const say = speech(at("speech"), note);
const announcer = new Announcer(at("announced"), [at("status"), at("prompt")], say);
const openMenu = cellMenu(at("cell-menu"), (command) => drawn?.hand.do(command));
const trays = new Trays(at("hand"), at("box"), act);
const newGame = new NewGame(at("new-game"), byId("new-dialog", HTMLDialogElement),
  (name, options, seats) => send({ new: name, options, seats }), (name) => send({ learn: name }),
  (game, options, mine) => friends.invite(game, options, mine));
const friends = new FriendsCard(at("friends"), byId("new-dialog", HTMLDialogElement),
  byId("join-dialog", HTMLDialogElement), send, note);
opens(at("help"), byId("help-dialog", HTMLDialogElement));
rules(at("rules"), byId("rules-dialog", HTMLDialogElement), () =>
  state.report.game ?? pieceGame()?.name);
const saveEvents = wrong(byId("wrong", HTMLButtonElement), byId("wrong-dialog", HTMLDialogElement),
  () => send({ save: "events" }));
at("share").addEventListener("click", () => send({ save: "link" }));
addEventListener("hashchange", () => follow(send));
at("save").addEventListener("click", () => {
  send({ save: "record" });
  keeper.save();
});
for (const id of ["games", "new-saved"]) at(id).addEventListener("click", () => shelf.show());
const steps = new Steps(at("steps"), lookAt);
knobs(act, ["ok", "undo"], { o: "ok", u: "undo" });
at("power").addEventListener("click", () =>
  act(`power ${state.world.power ? "off" : "on"}`));

markKeys();
letterSwitch(byId("letter-keys", HTMLInputElement));
shortcuts({
  "?": () => at("help").click(),
  h: () => act("send hint"),
  s: () => announcer.again(),
  j: (event) => drawn?.cursor.toLit(event.shiftKey ? -1 : 1),
});

const hearing = new Hearing((line) => {
  take(state.report, line);
  showReport();
});
/** @type {Listeners<Messages>} */
const LISTENERS = {
  board(message) {
    document.body.classList.toggle("watching", !message.acts);
    at("club").hidden = !message.names;
    if (!past.record) past.leave(); // a saved game is none of this board's
    lay(message, past.look?.grid ?? message.grid);
    reviewing.anew();
    sidesOfLights = legend(at("lights"), lights, message.lights);
    newGame.list(message);
    shelf.know(message.playable);
    if (!message.fresh) newGame.withdraw();
    if (message.acts && !follow(send) && message.fresh) newGame.open(true);
    showReport();
  },
  world(message) {
    state.world = message;
    showWorld();
    showReport();
  },
  frame(message) {
    state.rgb = message.rgb;
    if (!past.look) drawn?.board.light(message.rgb, CALM.matches);
  },
  line: ({ text }) => hearing.hear(text),
  story(message) {
    hearing.forget();
    state.report = empty();
    for (const text of message.lines) take(state.report, text);
    showReport();
  },
  friends(message) {
    newGame.allowSharing();
    friends.show(message);
    showReport();
  },
  at: (message) => steps.show(message.step),
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

/**
 * Draws the board that the server has told of with this grid: another one for a saved game.
 * @param {BoardMessage} message
 * @param {Grid} grid
 */
function lay(message, grid) {
  if (drawn?.board.grid.name === grid.name) {
    drawn.message = message;
    return;
  }
  const board = new Board(at("board"), grid);
  const cursor = new Cursor(board, (cell) => say(board.labelOf(cell), true));
  const hand = new Hand(board, act, (...menu) => mayMove() && openMenu(...menu), NOTHING,
    (kind) => trays.mark(kind));
  const pointer = new Pointer(hand, cursor, at("box"));
  boardKeys(hand, cursor);
  drawn = { message, board, hand, cursor };
  trays.use({ hand, pointer, cursor });
}

/** Of the sides that play with the pieces on the board. */
function letters() {
  return playing(pieceGame()?.sides ?? "", state.report.score.length);
}

/** The game that the pieces on the board belong to; before one is put up, any of this board's. */
function pieceGame() {
  const games = drawn?.message.games ?? [];
  return games.find((game) => game.name === state.world.game) ?? games[0];
}

function showWorld() {
  if (!drawn) return;
  const { look } = past;
  lay(drawn.message, look?.grid ?? drawn.message.grid);
  drawn.hand.see(state.world); // whatever is looked at, the hand is where the pieces are
  if (look) {
    drawn.board.show(look.world, look.sides);
    drawn.board.printed(look);
    drawn.board.light(past.frame(drawn.message.lights));
    return;
  }
  const game = pieceGame();
  drawn.board.show(state.world, game?.sides ?? "");
  if (game) drawn.board.printed(game);
  if (state.rgb) drawn.board.light(state.rgb, CALM.matches);
  document.body.classList.toggle("off", !state.world.power);
  at("power").setAttribute("aria-checked", String(state.world.power));
}

function showBox() {
  const game = pieceGame();
  if (!game) return;
  trays.show(state.world.hand, game.sides, kinds(game, state.report));
  trays.want(wanted(state.report));
}

function showReport() {
  if (!drawn) return;
  const { message, board, hand } = drawn;
  const { report, world } = state;
  const { look } = past;
  document.body.classList.toggle("past", look !== null);
  hand.hear(report);
  const seen = seenOf(message, hand);
  const card = cardOf(seen);
  panel.show(card, seen, message, past);
  looking.show();
  reviewing.show();
  keeper.follow(report, message.steps !== undefined);
  steps.use(look ? look.moves.length : message.steps);
  if (look) steps.show(look.step);
  at("save").hidden = at("share").hidden = report.moves.length === 0;
  at("wrong").hidden = !message.events || !report.game;
  showBox();
  board.setAims(seen.aims.cells);
  board.explain(look ? past.lit() : world.power ? report.lights : [], message.lights.states);
  board.tag(look ? [] : card.menu.map(({ name, cell }) => ({ cell, text: plain(name) })));
  sidesOfLights((seen.game ?? pieceGame())?.sides ?? "");
  announcer.changed(report.moves, ({ side, text }) => `${piece(side).name}: ${text}`);
}

/**
 * What the card is told by.
 * @param {BoardMessage} message
 * @param {Hand} hand
 * @returns {Seen}
 */
function seenOf({ games, acts, steps, names }, hand) {
  const { report, world } = state;
  return {
    report, world, acts,
    game: games.find((entry) => entry.name === report.game),
    aims: past.look ? { ...hand.aims(), cells: [] } : hand.aims(),
    friends: friends.table,
    atHand: steps === undefined && !names,
  };
}
