import { z } from "zod";
import { rowsOf } from "../act/target";
import { every, first } from "../frame/posted";

/** Which field is set, and for which rows. */
export const bulkTarget = z
  .object({ _field: first, _id: every, _key: first })
  .transform(({ _field, _id, _key }) => ({ field: _field, rows: rowsOf(_id), key: _key }));

export type BulkTarget = z.output<typeof bulkTarget>;
