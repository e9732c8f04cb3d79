import path from "node:path";
import { Worker } from "node:worker_threads";

/** A program that takes apart what came from outside, and what it may take. */
export interface Program {
  /** Its .mjs file, from the root of the product. */
  program: string;
  /** Of its objects; of everything it holds, twice as much. */
  memoryMb: number;
  /** Of the clock, not of work: on a busy machine work takes longer. */
  deadlineMs: number;
}

/** A program gave no answer: it took too much, or could not read what it got. */
export class Unread extends Error {
  constructor(readonly why: "time" | "memory" | "fault") {
    super(`not read: ${why}`);
  }
}

type ThreadTold<Piece> = { piece: Piece } | { end: "done" | "fault" };

const MB = 1024 * 1024;
/** How often memory outside the objects of a thread is looked at: buffers are not limited by it. */
const LOOK_MS = 100;
/** A thread that nobody asks goes; until then it need not read its libraries again. */
const IDLE_MS = 30_000;

function startThread({ program, memoryMb }: Program): Worker {
  // What it has to say comes as an answer.
  const output = { stdout: true, stderr: true };
  const worker = new Worker(path.resolve(program), { ...output, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // Whoever asked hears of it; an error after the answer is nobody's.
  return worker.on("error", () => {});
}

/**
 * Hears what a thread says until `stop`, and sees to it that it takes no more than it may.
 * @param late ends it: said once, with why
 */
function watch<Piece>(
  worker: Worker,
  limits: Program,
  before: number,
  { hear, late }: { hear(told: ThreadTold<Piece>): void; late(why: Unread["why"]): void },
): { stop(): void } {
  const err = ({ code }: NodeJS.ErrnoException) => late(code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "fault");
  const gone = () => late("fault");
  const timer = setTimeout(late, limits.deadlineMs, "time");
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > 2 * limits.memoryMb * MB) late("memory");
  }, LOOK_MS);
  worker.on("message", hear).on("error", err).on("exit", gone);
  return {
    stop() {
      clearTimeout(timer);
      clearInterval(look);
      worker.off("message", hear).off("error", err).off("exit", gone);
    },
  };
}

/** The pieces of one answer. @throws Unread */
function answered<In, Piece>(worker: Worker, question: In, limits: Program): Promise<Piece[]> {
  return new Promise<Piece[]>((done, fail) => {
    const pieces: Piece[] = [];
    const end = (why?: Unread["why"]) => {
      watched.stop();
      if (why) fail(new Unread(why));
      else done(pieces);
    };
    const watched = watch<Piece>(worker, limits, process.memoryUsage.rss(), {
      hear(told) {
        if ("piece" in told) pieces.push(told.piece);
        else end(told.end === "done" ? undefined : "fault");
      },
      late: end,
    });
    worker.postMessage(question);
  });
}

/**
 * Asks a program in a thread of its own, one question at a time: memory stays what one of them may take.
 * @returns what answers with the pieces that the program yields; it rejects with Unread
 */
export function threadOf<In, Piece>(limits: Program): (question: In) => Promise<Piece[]> {
  let turn: Promise<unknown> = Promise.resolve();
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function started(): Worker {
    const worker = startThread(limits);
    return worker.on("exit", () => {
      if (kept === worker) kept = undefined;
    });
  }

  async function ask(question: In): Promise<Piece[]> {
    clearTimeout(idle);
    const worker = kept ?? started();
    kept = undefined;
    worker.ref();
    try {
      const pieces = await answered<In, Piece>(worker, question, limits);
      kept = worker;
      worker.unref();
      idle = setTimeout(() => {
        kept = undefined;
        void worker.terminate();
      }, IDLE_MS).unref();
      return pieces;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  return (question) => {
    const answer = turn.then(() => ask(question));
    turn = answer.catch(() => {});
    return answer;
  };
}

/** The next word of a thread. @throws Unread when it says none in time, takes too much or ends */
function nextWord<Piece>(worker: Worker, limits: Program, before: number): Promise<ThreadTold<Piece>> {
  return new Promise((done, fail) => {
    const watched = watch<Piece>(worker, limits, before, {
      hear(told) {
        watched.stop();
        done(told);
      },
      late(why) {
        watched.stop();
        fail(new Unread(why));
      },
    });
  });
}

/**
 * Pieces of one answer as they are asked for: the thread (`serveTurns`) waits between two of them, so
 * that no more than one lies in memory. `deadlineMs` is that of each piece. @throws Unread
 */
export async function* piecesOf<In, Piece>(limits: Program, question: In): AsyncGenerator<Piece> {
  const before = process.memoryUsage.rss();
  const worker = startThread(limits);
  try {
    for (let word: unknown = question; ; word = "more") {
      worker.postMessage(word);
      const told = await nextWord<Piece>(worker, limits, before);
      if (!("piece" in told)) {
        if (told.end === "fault") throw new Unread("fault");
        return;
      }
      yield told.piece;
    }
  } finally {
    await worker.terminate();
  }
}
