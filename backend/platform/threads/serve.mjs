// The thread's end of thread.ts: answers each question by the pieces that a generator yields.
import { parentPort } from "node:worker_threads";

export function serve(answer) {
  parentPort.on("message", async (question) => {
    try {
      for await (const piece of answer(question)) parentPort.postMessage({ piece });
      parentPort.postMessage({ end: "done" });
    } catch {
      parentPort.postMessage({ end: "fault" });
    }
  });
}

/** The same for one question whose pieces are asked for one by one (`piecesOf`). */
export function serveTurns(answer) {
  let pieces;
  parentPort.on("message", async (word) => {
    try {
      pieces ??= answer(word)[Symbol.asyncIterator]();
      const { done, value } = await pieces.next();
      parentPort.postMessage(done ? { end: "done" } : { piece: value });
    } catch {
      parentPort.postMessage({ end: "fault" });
    }
  });
}
