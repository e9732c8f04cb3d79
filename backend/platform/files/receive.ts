import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import multer, { MulterError, type StorageEngine } from "multer";
import { invalid, Refusal } from "../http/refusal";

/** Specification section 5. */
export const MAX_TOTAL = 20 * 1024 * 1024;
export const MAX_PICTURES = 99;
/** A body that announces more is not even read; up to here it is drained so that the answer arrives. */
const MAX_BODY = 64 * 1024 * 1024;

/** One received file, in a temporary place that the receiver must clear. */
export interface FileReceiveReceived {
  /** Name that the user gave it, without path or control characters. */
  original: string;
  size: number;
  /** SHA-256, lower-case hex. */
  hash: string;
  tempPath: string;
  /** First bytes, for the check of its type. */
  head: Buffer;
}

const MB = 1024 * 1024;
const tooLarge = (most: number) => new Refusal(413, `上传文件总大小不能超过${most / MB}MB`);

const nameOf = (given: string): string => {
  const base = given.split(/[\\/]/).pop() ?? "";
  const clean = base.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, "").trim();
  return clean.length > 200 ? clean.slice(-200) : clean || "未命名";
};

/** Writes to disk while it hashes and counts; the sum of all files of one request is limited. */
function storage(directory: string, most: number): StorageEngine {
  const totals = new WeakMap<Request, number>();
  return {
    _handleFile(req, file, done) {
      const tempPath = path.join(directory, randomUUID());
      const hash = createHash("sha256");
      let size = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          size += chunk.length;
          const total = (totals.get(req) ?? 0) + chunk.length;
          totals.set(req, total);
          if (total > most) return next(tooLarge(most));
          hash.update(chunk);
          next(null, chunk);
        },
      });
      const target = createWriteStream(tempPath, { flags: "wx", mode: 0o600, flush: true });
      pipeline(file.stream, meter, target).then(
        () => done(null, { path: tempPath, size, filename: hash.digest("hex") }),
        (error) => rm(tempPath, { force: true }).finally(() => done(error)),
      );
    },
    _removeFile: (_req, file, done) => void rm(file.path, { force: true }).then(() => done(null), done),
  };
}

const refusalOf = (error: unknown): Error => {
  if (error instanceof Refusal) return error;
  if (error instanceof MulterError && error.code === "LIMIT_UNEXPECTED_FILE")
    return invalid(error.field === "file" ? `最多上传${MAX_PICTURES}个文件` : "请用file字段上传文件");
  return error instanceof Error && "syscall" in error ? error : invalid("上传内容无法解析");
};

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const DAY_MS = 86_400_000;
const tidied = new Set<string>();

/** Directory of unfinished uploads; what a killed process left there goes when the next one starts. */
async function temporary(dataDir: string): Promise<string> {
  const directory = path.join(dataDir, "tmp");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (tidied.has(directory)) return directory;
  tidied.add(directory);
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const age = await stat(file).then(
      (s) => Date.now() - s.mtimeMs,
      () => 0,
    );
    if (age > DAY_MS) await rm(file, { force: true, recursive: true });
  }
  return directory;
}

/**
 * Reads a multipart body: files of field `file` go to temporary files, text fields to `req.body`.
 * @param most bytes of all files together: 20 MB unless said
 * @throws Refusal 413 beyond that, 400 when it is not a multipart body with files.
 */
export async function receiveFiles(
  req: Request,
  res: Response,
  dataDir: string,
  most = MAX_TOTAL,
): Promise<FileReceiveReceived[]> {
  if (Number(req.headers["content-length"] ?? 0) > Math.max(MAX_BODY, most + MB)) throw tooLarge(most);
  const directory = await temporary(dataDir);
  const options = {
    storage: storage(directory, most),
    defParamCharset: "utf8",
    limits: { fields: 10, fieldSize: 1000, fieldNameSize: 100 },
  };
  const read = multer(options).array("file", MAX_PICTURES);
  await new Promise<void>((resolve, reject) =>
    read(req, res, (error?: unknown) => (error ? reject(refusalOf(error)) : resolve())),
  );
  const files = Array.isArray(req.files) ? req.files : [];
  if (!files.length) throw invalid("请选择要上传的文件");
  return Promise.all(
    files.map(async (f) => ({
      original: nameOf(f.originalname),
      size: f.size,
      hash: f.filename,
      tempPath: f.path,
      head: await firstBytes(f.path),
    })),
  );
}

/** Removes what is left of received files. */
export const discard = (files: FileReceiveReceived[]) => Promise.all(files.map((f) => rm(f.tempPath, { force: true })));
