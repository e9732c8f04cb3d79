import type { Readable } from "node:stream";

/** Where blobs lie. Keys are the SHA-256 of the content, so writing one twice changes nothing. */
export interface BlobStore {
  storage: "local" | "s3" | "sample";
  bucketName: string;
  has(hash: string): Promise<boolean>;
  /** Stores the temporary file's content; returns only when it would survive a power cut. */
  put(hash: string, tempPath: string): Promise<void>;
  /** @throws Refusal 404 when the blob is not there. */
  open(hash: string): Promise<Readable>;
  remove(hash: string): Promise<void>;
}

/** `aa/bb/aabb…`: no directory grows past a few hundred entries. */
export const blobKey = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
