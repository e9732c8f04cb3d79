import { z } from "zod";
import { sizeOf } from "#documents/kit";

/** Page of a list from 1, with `size` rows unless another number is asked for; nonsense falls back. */
export const paging = (size = 20) => ({
  current: z.coerce.number().int().min(1).max(10_000_000).catch(1),
  size: sizeOf(size),
});

/** Order of a list: names of its columns, comma separated. */
export const ordering = { ascs: z.string().trim().max(500).optional(), descs: z.string().trim().max(500).optional() };
