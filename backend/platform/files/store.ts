import { createReadStream } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { BackendConfig } from "../config";
import { missing } from "../http/refusal";
import { type BlobStore, blobKey } from "./blob";
import { s3Store } from "./s3";
import { sampleStore } from "./samples";

export type { BlobStore };

async function syncDirectory(directory: string) {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}

/** Blobs below `DATA_DIR/files`, outside anything that a web server serves. */
export function localStore(dataDir: string): BlobStore {
  const root = path.join(dataDir, "files");
  const fileOf = (hash: string) => path.join(root, blobKey(hash));
  return {
    storage: "local",
    bucketName: "local",
    has: (hash) =>
      access(fileOf(hash)).then(
        () => true,
        () => false,
      ),
    async put(hash, tempPath) {
      const file = fileOf(hash);
      const directory = path.dirname(file);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await rename(tempPath, file);
      for (const d of [directory, path.dirname(directory), root, dataDir]) await syncDirectory(d);
    },
    async open(hash) {
      const file = fileOf(hash);
      await access(file).catch(() => {
        throw missing("文件不存在");
      });
      return createReadStream(file);
    },
    remove: (hash) => rm(fileOf(hash), { force: true }),
  };
}

/** The store for new blobs, and the one that an existing blob's row names. */
export interface Stores {
  current: BlobStore;
  named(storage: string): BlobStore | undefined;
}

/** S3-compatible storage when configured, else the data directory; local blobs stay readable. */
export function storesOf(config: BackendConfig): Stores {
  const local = localStore(config.dataDir);
  const s3 = config.s3 && s3Store(config.s3);
  const all = new Map<string, BlobStore>([local, sampleStore, ...(s3 ? [s3] : [])].map((s) => [s.storage, s]));
  return { current: s3 ?? local, named: (storage) => all.get(storage) };
}
