import { z } from "zod";
import { parseDecimal } from "~/text/decimal";
import { rowsOf } from "../act/target";
import { every, first } from "../frame/posted";

const WIDE: Record<string, string> = { "＋": "+", "－": "-", "−": "-", "％": "%" };

/** Less than nothing is no price, and more than eleven times as much is a slip of the hand. */
const within = (text: string) => Number(text) > -100 && Number(text) <= 1000;

/** By how many percent which field is to change. */
export const adjustSchema = z.object({
  adjust: z.string().min(1).max(64),
  by: z
    .string()
    .max(20)
    .transform((text) => text.replace(/[＋－−％]/g, (sign) => WIDE[sign] ?? sign).replace(/\s|%/g, ""))
    .refine((text) => /^[+-]?\d{1,4}(\.\d{1,4})?$/.test(text) && parseDecimal(text) !== null && within(text)),
});

export type Adjust = z.output<typeof adjustSchema>;

/** The rows that stand open in a list, and what their fields are to be changed by. */
export const sheetTarget = z
  .object({ _id: every, _key: first, _adjust: first, _by: first })
  .transform(({ _id, _key, _adjust, _by }) => ({
    rows: rowsOf(_id).slice(0, MOST),
    key: _key,
    adjust: { adjust: _adjust, by: _by },
  }));

/** As many rows as the largest page has; a tree shows all of its rows. */
const MOST = 500;

export type SheetTarget = z.output<typeof sheetTarget>;
