// Reviews games with the page's own review.js, and with ten times the positions: of both the turns
// that are named, what each turn lost and what the game was worth after it; a line of JSON a game.
// Arguments: review.js, nodes, the engine's command. Games: stdin.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [address, nodes, ...command] = process.argv.slice(2);
const { review, worst } = await import(address);
const engine = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function search(start, turns, many) {
  const moves = turns.length ? ` moves ${turns.join(" ")}` : "";
  engine.stdin.write(`position fen ${start}${moves}\ngo nodes ${many}\n`);
  const told = [];
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw new Error("the engine has broken off");
    const found = line.match(/^info depth (\d+) .*score cp (-?\d+) .* pv (.*)$/);
    if (found) told.push({ depth: Number(found[1]), value: Number(found[2]), line: found[3].split(" ") });
    if (line.startsWith("bestmove")) return told;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const look = JSON.parse(line);
  const judged = [];
  for (const many of [Number(nodes), 10 * Number(nodes)]) {
    engine.stdin.write("uginewgame\n");
    const ask = (turns, these) => search(look.start, turns, these);
    const all = await review(look, ask, () => {}, many);
    judged.push({
      worst: worst([...all]).map(({ number }) => number),
      losses: all.map(({ loss }) => loss),
      after: all.map(({ after }) => after),
    });
  }
  console.log(JSON.stringify(judged));
}
engine.stdin.end("quit\n");
