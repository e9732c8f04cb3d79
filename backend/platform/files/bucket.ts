import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { errorText } from "../db/errors";

/** A bucket of an S3-compatible store, and what the names of its objects begin with ("" or `a/b/`). */
export interface BucketPlace {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  prefix: string;
}

/** Bytes that are sent at once, and held in memory meanwhile. */
const PART = 16 * 1024 * 1024;
/** S3 takes no more parts of one object. */
const MOST_PARTS = 10_000;
const TIMEOUT_MS = 5 * 60_000;
const TRIES = 4;

const REFUSED: Readonly<Record<number, string>> = {
  401: "访问密钥不对或没有权限",
  403: "访问密钥不对或没有权限",
  404: "存储桶或文件不存在",
};

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Content of an element of an answer; keys are made of letters that XML leaves as they are. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map((found) => found[1] ?? "");

interface BucketCall {
  method: "GET" | "PUT" | "POST" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
}

/** Objects of any size in a bucket; each error is a sentence that names the bucket, never a key of access. */
export function openBucket({ prefix, ...place }: BucketPlace, pauseMs = 1000) {
  const client = new AwsClient({ ...place, service: "s3" });
  const base = `${place.endpoint.replace(/\/+$/, "")}/${place.bucket}`;
  const failed = (reason: string, cause?: unknown) => new Error(`存储桶 ${place.bucket}：${reason}`, { cause });

  async function once({ method, key, query, body }: BucketCall): Promise<Response> {
    const address = new URL(key === undefined ? base : `${base}/${prefix}${key}`);
    address.search = new URLSearchParams(query).toString();
    // Signed with the content's digest, which the store holds against what it received.
    const headers = body && { "x-amz-content-sha256": sha256(body), "content-length": String(body.length) };
    const bytes = body && new Uint8Array(body);
    const request = await client.sign(address.href, { method, headers, ...(bytes && { body: bytes }) });
    // What is read takes as long as it is long.
    return fetch(request, method === "GET" ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  /** Asks again what was cut or not answered. @throws Error with the reason of the last time */
  async function call(asked: BucketCall, ...ok: number[]): Promise<Response> {
    for (let run = 1; ; run++) {
      const answer = await once(asked).catch((error: unknown) => {
        const code = error instanceof Error && errorText(error.cause, "code");
        return failed(`连接不上，或连接中断${code ? `（${code}）` : ""}`, error);
      });
      if (!(answer instanceof Error) && ok.includes(answer.status)) return answer;
      const passing = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (passing && run < TRIES) {
        if (!(answer instanceof Error)) await answer.body?.cancel();
        await sleep(pauseMs * 2 ** run);
      } else if (answer instanceof Error) throw answer;
      else {
        const [code] = elements(await answer.text().catch(() => ""), "Code");
        throw failed(
          `${REFUSED[answer.status] ?? "没有接受请求"}（${[answer.status, code].filter(Boolean).join(" ")}）`,
        );
      }
    }
  }

  /** Of an answer that says nothing but its status. */
  const done = async (asked: BucketCall, ...ok: number[]) => void (await (await call(asked, ...ok)).body?.cancel());

  async function inParts(key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const begun = await call({ method: "POST", key, query: { uploads: "" } }, 200);
    const [uploadId = ""] = elements(await begun.text(), "UploadId");
    if (!uploadId) throw failed("没有开始接收分段");
    try {
      const tags: string[] = [];
      for await (const body of parts) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const taken = await call({ method: "PUT", key, query, body }, 200);
        await taken.body?.cancel();
        tags.push(taken.headers.get("etag") ?? "");
      }
      const listed = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`);
      const joined = await (await call({ method: "POST", key, query: { uploadId }, body }, 200)).text();
      // A failure while it puts the parts together comes under the status of success.
      if (joined.includes("<Error>")) throw failed(`没有合并分段（${elements(joined, "Code")[0] ?? ""}）`);
    } catch (error) {
      // Parts that are left cost as much as an object; a bucket's own rule may clear what stays here.
      await once({ method: "DELETE", key, query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  return {
    name: place.bucket,

    put: (key: string, body: Buffer): Promise<void> => done({ method: "PUT", key, body }, 200, 201, 204),

    /** Sends a file, a large one in parts. @throws Error when it is not taken; then nothing of it stays */
    async putFile(key: string, file: string, part = PART): Promise<void> {
      const { size } = await stat(file);
      const length = Math.max(part, Math.ceil(size / MOST_PARTS));
      const parts = partsOf(file, length);
      if (size > length) return inParts(key, parts);
      for await (const body of parts) await done({ method: "PUT", key, body }, 200, 201, 204);
    },

    /** @throws Error when it is not there; reading throws where the connection is cut */
    async *read(key: string): AsyncGenerator<Uint8Array> {
      const answer = await call({ method: "GET", key }, 200);
      const reader = answer.body?.getReader();
      try {
        for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) yield piece.value;
      } catch (error) {
        throw failed(`读取 ${key} 时连接中断`, error);
      } finally {
        await reader?.cancel().catch(() => {});
      }
    },

    remove: (key: string): Promise<void> => done({ method: "DELETE", key }, 200, 204, 404),

    /** Names below the prefix that begin like this, in their order. */
    async list(begin: string): Promise<string[]> {
      const keys: string[] = [];
      for (let after = ""; ; after = `${prefix}${keys.at(-1)}`) {
        const query = { "list-type": "2", prefix: `${prefix}${begin}`, ...(after && { "start-after": after }) };
        const page = await (await call({ method: "GET", query }, 200)).text();
        const found = elements(page, "Key").map((key) => key.slice(prefix.length));
        keys.push(...found);
        if (!found.length || elements(page, "IsTruncated")[0] !== "true") return keys;
      }
    },
  };
}

export type ObjectBucket = ReturnType<typeof openBucket>;

/** Pieces of a file, each of this length but the last. */
async function* partsOf(file: string, length: number): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let at = 0; at < size; ) {
      const part = Buffer.alloc(Math.min(length, size - at));
      const { bytesRead } = await handle.read(part, 0, part.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
