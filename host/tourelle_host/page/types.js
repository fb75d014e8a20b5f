// The shapes that several files share. It is all comments: no page loads it, `make lint` reads it.

/**
 * A cell and its place, in widths of a cell: to the right and away from the near edge.
 * @typedef {{name: string, x: number, y: number}} GridCell
 */

/** @typedef {"hex" | "square" | "round"} Shape how cells look */

/** @typedef {{name: string, shape: Shape, cells: GridCell[]}} Grid */

/** @typedef {{x: number, y: number}} Point */

/**
 * The names of the two cells beside an edge, on which a barrier may stand.
 * @typedef {[string, string]} Edge
 */

/**
 * What an option may be; meaning: in words, or "".
 * @typedef {{value: string, meaning: string}} Value
 */

/**
 * What the page shows of a game that can be played here, on whatever board; sides: a
 * letter each.
 * @typedef {object} Playable
 * @property {string} name
 * @property {string} title
 * @property {string} sides
 * @property {{name: string, values: Value[]}[]} options the usual value first
 */

/**
 * A kind of piece in the box: its text in the hand's language, its glyphs.
 * @typedef {{text: string, glyphs: string[], barrier?: undefined}} Piece
 */

/** @typedef {{barrier: true}} Barrier a barrier in the box */

/** @typedef {Piece | Barrier} Kind what may be taken from the box */

/**
 * A game that is played on the board shown; printed: the value at each cell, by its name; marked:
 * the edges on which a barrier may stand.
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} sides a letter each
 * @property {Piece[]} box
 * @property {Record<string, string>} printed
 * @property {Record<string, string>} ends in words, why it was over
 * @property {[notation: string, words: string][]} step_words for steps whose notation says little;
 *   "*" stands for a cell
 * @property {Edge[]} marked
 */

/** @typedef {[number, number, number]} Rgb red, green, blue, 0 to 255 */

/**
 * A state of the lights: black where the sides' colours are meant; rhythm: how bright in each
 * slot, 0 to 255.
 * @typedef {{name: string, meaning: string, rgb: Rgb, rhythm: number[]}} LightState
 */

/**
 * The language of the lights; sides: the colour of each, by its letter.
 * @typedef {{slot_ms: number, sides: Record<string, Rgb>, states: LightState[]}} LightTable
 */

/** @typedef {{who: string, words: string}} Seat who may play a side: the link's word, and a person's */

/**
 * The board that is shown.
 * @typedef {object} BoardMessage
 * @property {boolean} acts whether this page may do something there
 * @property {boolean} events whether it can tell its last events
 * @property {Values} [names] of who plays each side at a table of a club, whose page lies two
 *   levels above this one
 * @property {true} [fresh] nobody has chosen a game yet
 * @property {number} [steps] so many has the record that is replayed
 * @property {Grid} grid
 * @property {Game[]} games
 * @property {Playable[]} playable
 * @property {Seat[]} seats
 * @property {string} opponent of a newcomer, the link's word
 * @property {LightTable} lights
 */

/**
 * What a person sees of the world.
 * @typedef {object} World
 * @property {Record<string, string[] | undefined>} cells glyphs of each cell where something
 *   stands, by name, the lowest first: "d0" is a shape and a side's number, "?" where it is not
 *   known
 * @property {string[]} hand glyphs of what it holds
 * @property {Aims} [aims] of what it holds; only a simulated board's are known
 * @property {Edge[]} barriers the edges on which they stand
 * @property {boolean} power
 * @property {string | null} game whose pieces these are
 * @property {string | null} [trouble] why the firmware runs no more
 */

/**
 * A game as it stood after so many of its steps; tag: of the request that it answers.
 * @typedef {object} Look
 * @property {string} tag
 * @property {number} step
 * @property {string} game
 * @property {string} title
 * @property {string} sides a letter each
 * @property {[notation: string, words: string][]} step_words as Game has them
 * @property {number} lead hundredths of a point, with which 88 of 100 games are won
 * @property {Grid} grid
 * @property {Record<string, string>} printed
 * @property {Edge[]} marked
 * @property {string} start the position that it began from, as a text
 * @property {[side: string, step: string][]} moves
 * @property {[side: string, steps: string][]} turns the steps of each, joined
 * @property {string} date or ""
 * @property {Over | null} over
 * @property {string} record all of it, as a file
 * @property {World} world then
 * @property {string[]} last the cells of the step before
 * @property {string} turn a side's letter
 * @property {string[]} score
 */

/**
 * What the server tells, by the message's type.
 * @typedef {object} Messages
 * @property {BoardMessage} board
 * @property {World} world
 * @property {{rgb: string}} frame six hexadecimal digits for each cell, in the grid's order
 * @property {{text: string}} line of the board
 * @property {{lines: string[]}} story all that still matters of what the board has said
 * @property {{step: number}} at a replay shows this step
 * @property {{hz: number}} tone of the buzzer; 0 is silent
 * @property {Friends} friends
 * @property {{slower: number, seconds: number}} pace how many times slower than real time, and its time
 * @property {{of: "record" | "events" | "link", name: string, text: string}} file that was asked for
 * @property {Look} look
 * @property {{text: string}} ugi a line of the engine's
 * @property {{text: string}} engine_ended why no line of the engine's comes any more
 * @property {{tag: string, text: string}} damaged why the look of that request cannot be had
 * @property {{record: string}} keep a game of a board on a cable, which is to be kept
 * @property {{record: string}} interrupted a game that another one has replaced, which is to be kept
 * @property {{text: string}} error why a request could not be done
 */

/**
 * How a game is shared with boards elsewhere.
 * @typedef {object} Friends
 * @property {string} broker address of your own broker, "" where none was given
 * @property {string} user your name there
 * @property {string} name your name, as last typed
 * @property {boolean} guests who is invited needs no account
 * @property {string} last title of the game that is shared by the board kept here, or ""
 * @property {string} waits what sitting down waits for, or ""
 * @property {string} trouble what went wrong, in a sentence, or ""
 * @property {FriendsTable | null} table where one sits
 */

/**
 * A table that is shared; offers: of the others, here and now; offered: kinds of one's own.
 * @typedef {object} FriendsTable
 * @property {FriendsPlayer[]} players
 * @property {{sides: string, link: string, picture: string}[]} invitations that nobody has shown yet
 * @property {{name: string, what: string, steps: number}[]} offers
 * @property {string[]} offered
 * @property {number} wait seconds for which somebody is away before the others may claim
 * @property {boolean} claim whether the game may be claimed now
 * @property {boolean} claimed
 * @property {boolean} elsewhere one's own seat is played at another device
 * @property {string} network what is wrong with it, or ""
 */

/**
 * Who sits at it; sides: letters.
 * @typedef {{name: string, sides: string, me: boolean, joined: boolean, gone: boolean}} FriendsPlayer
 */

/**
 * A message of one of these types.
 * @template {keyof Messages} [Type=keyof Messages]
 * @typedef {{[Each in Type]: {type: Each} & Messages[Each]}[Type]} Message
 */

/** @typedef {Record<string, string>} Values by option, or by a side's letter */

/**
 * What the page asks the server for.
 * @typedef {{do: string} | {new: string, options: Values, seats: Values}
 *   | {learn: string} | {help: "step" | "back"}
 *   | {friends: "new", game: string, options: Values, mine: string, broker: string, name: string}
 *   | {friends: "join", invitation: string, broker: string, name: string}
 *   | {friends: "go" | "stop" | "claim" | "take"} | {seat: string, who: string} | {step: number} | {save: "record" | "events" | "link"} | {link: string}
 *   | {ugi: string, game: string} | {look: number, record?: string, tag: string}} Request
 */

/**
 * Where what is in the hand may go, by the game and not by the lights.
 * @typedef {object} Aims
 * @property {string[]} cells
 * @property {boolean} owed before anything else is done: another step was made since
 * @property {boolean} each of what is in the hand one piece is put on each cell
 */

/** @typedef {(command: string) => boolean} Act sends a command of the hand's language; whether it did */

/** @typedef {(text: string, stays?: boolean) => void} Note tells the person, for a while */

/** @typedef {{number: number, side: string, text: string}} Move */

/**
 * What is to be put and removed: names of cells, "c9*2" where two pieces are meant.
 * @typedef {{put: string[], remove: string[]}} Asked
 */

/** @typedef {{name: string, cell: string}} MenuEntry */

/** @typedef {{state: string, count: number, cells: string[]}} Lit what lights say; count: pieces */

/**
 * How a game ended; winners: their letters, or "draw".
 * @typedef {{winners: string, scores: string[], why: string}} Over
 */

/**
 * What a first lesson wants now; number: of its step, of so many; again: that has just been wanted,
 * and something else was played; done: nothing more.
 * @typedef {{number: number, steps: number, text: string, again: boolean, done: boolean}} Lesson
 */

/** @typedef {"say" | "error" | "fault" | "text" | "other"} WordKind */

/**
 * Of the last step, for hands that carry it out: from where to where its pieces go, which come from
 * the box; the cells beside the barrier that it puts up.
 * @typedef {object} Carry
 * @property {string[]} from
 * @property {string[]} to
 * @property {{cell: string, piece: string}[]} box
 * @property {string[]} edge
 */

/** @typedef {{kind?: string, text: string, cells?: string[]}} CardLine cells: those that are meant */

/**
 * What the page knows when it says what to do; game: the one that is played; aims: where what is in
 * the hand may go; friends: the table that is shared; acts: whether this page may do something
 * there; atHand: whether there is a board whose buttons somebody here may press.
 * @typedef {object} Seen
 * @property {Report} report
 * @property {Game | undefined} game
 * @property {Pick<World, "power" | "trouble" | "cells" | "hand" | "barriers">} world
 * @property {Aims} aims
 * @property {FriendsTable | null} friends
 * @property {boolean} acts
 * @property {boolean} atHand
 */

/** @typedef {"Play again" | "Swap sides" | "Look back"} Afterwards what may be done after the end */

/**
 * What the card says; why: below the headline, lines: what to do; ok, undo: what these would do.
 * @typedef {object} Card
 * @property {string} headline
 * @property {string} why
 * @property {CardLine[]} lines
 * @property {string} ok
 * @property {string} undo
 * @property {"step" | "back" | null} help "step": the hands are led to one; "back": the way back
 * @property {boolean} mayAsk for a hint
 * @property {MenuEntry[]} menu entries, each a button
 * @property {Afterwards[]} after buttons of what may be done after the end
 * @property {boolean} about whether it is shown which game is played, by whom, at how many points
 * @property {"none" | "shown" | "chosen"} seats whether who plays is shown, and may be changed
 */

/**
 * What the board has reported.
 * @typedef {object} Report
 * @property {boolean} started the firmware has said hello
 * @property {string | null} game its name
 * @property {string[]} options ["placing=free"]
 * @property {string[] | null} changed of these, newer and other than usual; null where no position
 *   was told
 * @property {string | null} turn a side's letter
 * @property {string[]} score
 * @property {Move[]} moves
 * @property {string[]} question cells that answer it
 * @property {string[]} touch cells on which a piece may lie unfelt: a touch says so
 * @property {string | null} proposed a move
 * @property {Asked | null} wayBack
 * @property {string} reason why what the hands did begins no legal step; "" for none
 * @property {string} task what is to be done now, in the game's words
 * @property {string} okDoes what OK does, in the game's words; "" for nothing of its own
 * @property {string[]} box what is to come from the box now, as the hand's language names it
 * @property {Carry | null} carry where the pieces of the last step go
 * @property {Record<string, number | undefined>} lifts how many pieces a hand takes from a cell where
 *   that is less than all
 * @property {string} aim what the game of a first lesson is about; "" where there is none
 * @property {Lesson | null} lesson
 * @property {string | null} offered "draw", "resign" or "undo"
 * @property {Move | null} shown the step that no hand has made and hands may still have to make
 * @property {string[]} scoreBefore the score before that step
 * @property {Asked | null} setUp what an opening lacks, what is too much
 * @property {MenuEntry[]} menu
 * @property {Record<string, string | undefined>} seats who plays a side: {r: "board 3"}; people
 *   play those that are not named
 * @property {string | null} hint a step that the board would play
 * @property {Lit[]} lights
 * @property {Omit<Over, "why"> | null} result of the game, of which it is still to be told why
 * @property {Over | null} over
 * @property {{kind: WordKind, text: string}[]} words
 */

/**
 * Who plays at a table of a club; sides: the letters of those played.
 * @typedef {{name: string, sides: string, gone: boolean, won: boolean}} ClubPlayer
 */

/**
 * A table of a club, as small as it is shown; turn: a side's letter, or "" after the end; said: in
 * sentences, what is offered; nobody: all players are gone; rgb: the lights.
 * @typedef {object} ClubTable
 * @property {string} name
 * @property {string} game
 * @property {string} sides
 * @property {ClubPlayer[]} players
 * @property {boolean} moves whether any was made
 * @property {string} turn
 * @property {string[]} score by side
 * @property {string[]} said
 * @property {{result: string, why: string} | null} over
 * @property {boolean} nobody
 * @property {Pick<World, "cells" | "barriers">} world
 * @property {string} rgb
 */

/**
 * A row of a club's standings.
 * @typedef {object} Standing
 * @property {number} rank
 * @property {string} user
 * @property {string} name
 * @property {number} played
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {string} points
 */

/**
 * A finished game of a club.
 * @typedef {object} ClubResult
 * @property {string} name of its table
 * @property {string} game
 * @property {string} date
 * @property {{sides: string, name: string, won: boolean}[]} players
 * @property {boolean} drawn
 * @property {string[]} scores
 * @property {string} why
 */

/**
 * What the server of a club tells, by the message's type.
 * @typedef {object} ClubMessages
 * @property {{titles: Values, grids: Record<string, Grid>}} club of each game
 * @property {ClubTable} table
 * @property {{name: string}} removed no table has this name any more
 * @property {{standings: Standing[], results: ClubResult[], more: number}} results
 * @property {{text: string}} network what is wrong with the connection, or ""
 */

export {};
