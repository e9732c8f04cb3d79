import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { BackendConfig } from "../config";
import { missing, Refusal } from "../http/refusal";
import { type BlobStore, blobKey } from "./blob";

const TIMEOUT_MS = 20_000;

/** Blobs in an S3-compatible bucket, addressed by path (`{endpoint}/{bucket}/files/…`). */
export function s3Store(s3: NonNullable<BackendConfig["s3"]>): BlobStore {
  const client = new AwsClient({ ...s3, service: "s3" });
  const base = `${s3.endpoint.replace(/\/+$/, "")}/${s3.bucket}/files/`;

  async function call(method: string, hash: string, body?: Buffer): Promise<Response> {
    // The key is the content's SHA-256, which is what the signature covers.
    const headers = body && { "x-amz-content-sha256": hash, "content-length": String(body.length) };
    const request = await client.sign(base + blobKey(hash), { method, headers, body: body && new Uint8Array(body) });
    return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      throw new Refusal(502, "文件存储暂不可用，请稍后重试");
    });
  }

  async function demand(answer: Response, ...ok: number[]): Promise<Response> {
    if (ok.includes(answer.status)) return answer;
    await answer.body?.cancel();
    throw new Refusal(502, "文件存储暂不可用，请稍后重试");
  }

  return {
    storage: "s3",
    bucketName: s3.bucket,
    has: async (hash) => (await demand(await call("HEAD", hash), 200, 404)).status === 200,
    async put(hash, tempPath) {
      await demand(await call("PUT", hash, await readFile(tempPath)), 200, 201, 204);
    },
    async open(hash) {
      const answer = await demand(await call("GET", hash), 200, 404);
      if (answer.status === 404 || !answer.body) throw missing("文件不存在");
      return Readable.fromWeb(answer.body as WebStream<Uint8Array>);
    },
    async remove(hash) {
      await demand(await call("DELETE", hash), 200, 204, 404);
    },
  };
}
