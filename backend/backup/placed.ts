import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";

type Content = AsyncIterable<Buffer> | Buffer[];

/** Uploads and keys that go to their places below the data directory with the rows that name them. */
export interface Placed {
  /** Content never changes under its name: an upload may lie there before its rows do. */
  file(name: string, content: Content): Promise<void>;
  /** It gets its name only by `keep`. */
  key(name: string, content: Content): Promise<void>;
  keep(): void;
  /** Takes away what was not there before. */
  undo(): void;
}

export function placeIn(dataDir: string): Placed {
  const added: string[] = [];
  const keys: string[] = [];
  async function write(file: string, content: Content) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }));
  }
  return {
    async file(name, content) {
      const file = path.join(dataDir, name);
      const part = `${file}.part`;
      if (!existsSync(file)) added.push(file);
      added.push(part);
      await write(part, content);
      renameSync(part, file);
    },
    async key(name, content) {
      const key = path.join(dataDir, name);
      keys.push(key);
      added.push(`${key}.part`);
      await write(`${key}.part`, content);
    },
    keep() {
      for (const key of keys) renameSync(`${key}.part`, key);
    },
    undo() {
      for (const file of added) rmSync(file, { force: true });
    },
  };
}
