import type { IncomingMessage } from "node:http";
import express, { type Request, type RequestHandler, type Response } from "express";
import { invalid, Refusal } from "./refusal";

/** Most bytes of a body of an open call, and of one that somebody signed in sends. */
const OPEN_BYTES = 32 * 1024;
const MOST_BYTES = 1024 * 1024;
/** Most values of a JSON body, and how deep they lie: a document of 500 lines has a fifth of them. */
const MOST_VALUES = 50_000;
const MOST_DEPTH = 32;
/** Most names of one object: with tens of thousands it takes ten times as long as so many lines. */
const MOST_NAMES = 5_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Counts the values of a JSON text before anything is made of it: parsing and checking a megabyte of
 * them takes the whole process seconds.
 * @throws Refusal 413 for too many of them, or of names in one object, 400 for too deep ones
 */
export function weigh(json: Uint8Array): void {
  let values = 0;
  let depth = 0;
  let quoted = false;
  const names = new Uint32Array(MOST_DEPTH + 1);
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) values++;
    else if (byte === COLON) {
      names[depth]!++;
      if (names[depth]! > MOST_NAMES) throw new Refusal(413, "提交的内容过大");
    } else if (OPENING.includes(byte)) {
      values++;
      if (++depth > MOST_DEPTH) throw invalid("提交的内容层次过深");
      names[depth] = 0;
    } else if (CLOSING.includes(byte)) depth--;
  }
  if (values > MOST_VALUES) throw new Refusal(413, "提交的内容过大");
}

function verify(_req: IncomingMessage, _res: unknown, bytes: Buffer, encoding: string): void {
  if (encoding.toLowerCase() !== "utf-8") throw invalid("提交的内容无法解析");
  weigh(bytes);
}

const BORN = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * A name that every object is born with (`__proto__`, `constructor`, `toString`) is none of a body: code
 * that looks values up by such names would find, or change, what is not the body's. Looked for behind the
 * parser: one that asks at every name takes several times as long.
 * @throws Refusal 400
 */
export function requireUnborn(body: unknown): void {
  const open = [body];
  while (open.length) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const name of Array.isArray(value) ? [] : Object.keys(value))
      if (BORN.has(name)) throw invalid("提交的内容无法解析");
    for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) open.push(inner);
  }
}

const parsersUpTo = (limit: number): RequestHandler[] => [
  express.json({ limit, verify }),
  express.urlencoded({ extended: false, limit }),
];

const parsers = { open: parsersUpTo(OPEN_BYTES), signedIn: parsersUpTo(MOST_BYTES) };

/** Reads a JSON or form body into `req.body`; another kind is left to the handler. */
export async function readBody(req: Request, res: Response, who: keyof typeof parsers) {
  for (const parse of parsers[who])
    await new Promise<void>((done, fail) => {
      parse(req, res, (error?: unknown) => (error ? fail(error) : done()));
    });
  if (req.is("json")) requireUnborn(req.body);
}
