import { openAsBlob } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Writable } from "node:stream";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import { MESSAGES } from "~/text/messages";

/** Most bytes of what was typed into one form, and of all files that come with it. */
export const FORM_BYTES = 1024 * 1024;
export const FILE_BYTES = 51 * 1024 * 1024;
/** What is announced as more is not even waited for; the answer may then be lost on its way. */
const WAIT_BYTES = 64 * 1024 * 1024;
/** A document of 500 lines with 30 fields has fewer. */
const MOST_FIELDS = 20_000;
const MOST_FILES = 99;

/** A body that is not read further: its status and the sentence for who sent it. */
export class FormRefusal extends Error {
  constructor(
    readonly status: 400 | 413,
    message: string,
  ) {
    super(message);
  }
}

const tooLarge = () => new FormRefusal(413, MESSAGES.tooLarge);
const unreadable = () => new FormRefusal(400, MESSAGES.unreadable);

type ReadFormFields = [name: string, value: string][];

/**
 * Reads the form that was posted, before any page asks for it: texts into memory, files to disk, where
 * they stay until the answer has gone out.
 * @param directory where files lie; null: whoever sent this may send none
 * @param most bytes of all files
 * @returns an empty form when the body is none
 * @throws FormRefusal 413 for too many bytes or fields, counted while they come, 400 for a broken one
 */
export async function readForm(
  req: Request,
  res: Response,
  directory: string | null,
  most = FILE_BYTES,
): Promise<FormData> {
  const form = new FormData();
  const kind = req.is(["urlencoded", "multipart"]);
  const files = directory ? most : 0;
  await requireAnnounced(req, res, FORM_BYTES + (kind === "multipart" ? files : 0));
  if (kind === "urlencoded") for (const [name, value] of fieldsOf(await textOf(req))) form.append(name, value);
  if (kind !== "multipart") return form;
  const { fields, files: came } = await partsOf(req, res, directory, FORM_BYTES + files);
  for (const [name, value] of fields) form.append(name, value);
  for (const { fieldname, originalname, mimetype, path: at } of came) {
    const content = await openAsBlob(at, { type: mimetype });
    form.append(fieldname, new File([content], originalname, { type: mimetype }));
  }
  return form;
}

/** @throws FormRefusal 413 when more is announced than may come */
export async function requireAnnounced(req: Request, res: Response, most: number): Promise<void> {
  const announced = Number(req.headers["content-length"] ?? 0);
  if (announced <= most) return;
  if (announced > WAIT_BYTES) res.set("Connection", "close");
  // An answer that comes before all was sent is lost with the connection: the rest is let pass.
  else
    await new Promise<void>((done) => {
      req.once("end", done).once("close", done).resume();
    });
  throw tooLarge();
}

/** Name and value pairs of an urlencoded text. @throws FormRefusal 413 for too many */
export function fieldsOf(text: string): ReadFormFields {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) count++;
  if (count > MOST_FIELDS) throw tooLarge();
  return [...new URLSearchParams(text)];
}

/** Whatever comes beyond the limit is let pass, so that the answer arrives. */
function textOf(req: Request): Promise<string> {
  return new Promise((done, fail) => {
    let chunks: Buffer[] = [];
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= FORM_BYTES) return chunks.push(chunk);
      chunks = [];
      fail(tooLarge());
    });
    req.once("end", () => done(Buffer.concat(chunks).toString()));
    req.once("close", () => fail(unreadable()));
  });
}

async function partsOf(req: Request, res: Response, directory: string | null, most: number) {
  if (directory) await folder(directory);
  const fields: ReadFormFields = [];
  let [size, text] = [0, 0];
  await new Promise<void>((done, fail) => {
    // Names of fields are kept as they came; multer would make objects of brackets.
    const streamHandler = (_req: Request, parser: Writable) => {
      const refuse = () => parser.destroy(tooLarge());
      req.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > most) refuse();
      });
      parser.on("field", (name: string, value: string) => {
        text += name.length + value.length;
        if (text > FORM_BYTES) refuse();
        else fields.push([name.replace(ESCAPED, (sign) => decodeURIComponent(sign)), value]);
      });
      parser.on("error", fail);
      req.pipe(parser);
    };
    const limits = { fields: MOST_FIELDS, files: directory ? MOST_FILES : 0, fieldNameSize: 200 };
    const options = { defParamCharset: "utf8", limits, streamHandler };
    const storage = directory ? multer.diskStorage({ destination: directory }) : multer.memoryStorage();
    multer({ ...options, storage }).any()(req, res, (error?: unknown) => (error ? fail(error) : done()));
  }).catch((error) => {
    throw error instanceof FormRefusal ? error : refusalOf(error);
  });
  const files = Array.isArray(req.files) ? req.files : [];
  res.on("close", () => {
    for (const file of files) rm(file.path, { force: true }).catch(() => {});
  });
  return { fields, files };
}

/** Browsers write these three signs of a name so. */
const ESCAPED = /%0A|%0D|%22/gi;

function refusalOf(error: unknown): Error {
  if (error instanceof MulterError) return error.code.startsWith("LIMIT") ? tooLarge() : unreadable();
  return error instanceof Error && "syscall" in error ? error : unreadable();
}

const DAY_MS = 86_400_000;
const ready = new Map<string, Promise<void>>();

/** Makes the folder of files; what a killed process left there goes when the next one needs it. */
function folder(directory: string): Promise<void> {
  const known = ready.get(directory) ?? tidied(directory);
  ready.set(directory, known);
  return known;
}

async function tidied(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
