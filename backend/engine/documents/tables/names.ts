import { createHash } from "node:crypto";

/** Mark of a text. */
export const hash = (text: string) => createHash("sha1").update(text).digest("hex").slice(0, 12);

/** PostgreSQL cuts names at 63 bytes; two cut names must not meet. */
export const short = (name: string) => (name.length > 60 ? `${name.slice(0, 47)}_${hash(name)}` : name);
