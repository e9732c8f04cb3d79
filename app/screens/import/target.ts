import { z } from "zod";
import { every, first } from "../frame/posted";

const MAP = "map.";

/** Column of the file that fills a field; -1 leaves the field out. */
const columnOf = (text = "") => (text === "" ? -1 : Math.trunc(Number(text)) || 0);

/** Which step of an import, and which column fills which field. */
export const importTarget = z
  .object({ step: first.pipe(z.enum(["upload", "check", "commit"])), existing: first })
  .catchall(every)
  .transform(({ step, existing, ...texts }) => ({
    step,
    existing: existing || undefined,
    mapping: Object.fromEntries(
      Object.entries(texts)
        .filter(([name]) => name.startsWith(MAP))
        .map(([name, [text]]) => [name.slice(MAP.length), columnOf(text)]),
    ),
  }));

export type ImportTarget = z.output<typeof importTarget>;
