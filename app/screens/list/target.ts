import { z } from "zod";
import { first } from "../frame/posted";

/** The column chooser names its columns by themselves. */
export const columnsTarget = z.object({});

/** The row that was edited in place. */
export const inlineTarget = z
  .object({ id: first, version: first, _key: first })
  .transform(({ id, version, _key }) => ({ id, version: Number(version), key: _key }));

export type InlineTarget = z.output<typeof inlineTarget>;
