import { z } from "zod";

// What backends of this lineage send in more than one way (pig-contract.md).

/** An id: a 64-bit number as text; older backends send JSON numbers. */
export const id = z.union([z.string(), z.number()]).transform(String);

/** Text that may be missing or null. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A yes that comes as true, 1 or "1". */
export const yes = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => value === true || value === 1 || value === "1" || value === "true");

/** A list that may be null. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

/** One page of rows; counts may come as text. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    records: list(row),
    total: z.coerce.number().catch(0),
    size: z.coerce.number().catch(20),
    current: z.coerce.number().catch(1),
    pages: z.coerce.number().catch(0),
    summary: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((value) => value ?? {}),
  });

/** An uploaded file: `{name,url}` of the specification or `{fileName,url}` of pig. */
export const uploaded = z
  .looseObject({ name: text, fileName: text, url: z.string(), id: id.nullish() })
  .transform(({ name, fileName, url, id: fileId }) => ({
    name: name || fileName || (url.split("/").pop() ?? ""),
    url,
    id: fileId ?? null,
  }));
