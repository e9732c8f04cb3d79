import { polyphonic } from "pinyin-pro";
import type { Sql } from "../../db/sql";

const FIRST = 0x4e00;
const LAST = 0x9fff;

/** Fills the table of first letters that a database begins with empty. */
export async function fillPinyin(sql: Sql): Promise<void> {
  if (await sql.one("select 1 from pinyin_letter limit 1")) return;
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, i) =>
    String.fromCodePoint(FIRST + i),
  );
  const readings = polyphonic(characters.join(""), {
    ...({ pattern: "first", toneType: "none", type: "array" } as const),
  });
  const letters = readings.map((ways) => [...new Set(ways)].slice(0, 2).join(""));
  const known = characters.flatMap((_, i) => (/^[a-z]+$/.test(letters[i] ?? "") ? [i] : []));
  await sql.query(
    `insert into pinyin_letter (character, letters)
     select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [known.map((i) => characters[i]), known.map((i) => letters[i])],
  );
}
