import type { HeadOf } from "#documents/kit";
import type { replenish } from "#documents/wms/replenish/replenish";
import type { RuleContext } from "../../documents/rules";
import { lockReckoning, reckonAnew } from "./store";

type Row = HeadOf<typeof replenish>;

/** Fills what is being made of rows: requisitions and transfers that are not over. */
export async function showMade({ sql }: RuleContext, rows: Row[]): Promise<void> {
  const found = await sql.query<{ id: string; nos: string }>(
    `select id, string_agg(no, '、' order by no) as nos from (
       select l.replenish_id as id, h.no from purchase_requisition_line l
         join purchase_requisition h on h.id = l.purchase_requisition_id
       where l.replenish_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('draft', 'auditing', 'approved', 'partTurned', 'turned')
       union
       select l.replenish_id, h.no from transfer_line l join transfer h on h.id = l.transfer_id
       where l.replenish_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('draft', 'auditing', 'approved', 'packed', 'shipped', 'partReceived')) m
     group by id`,
    [rows.map((row) => row.id)],
  );
  const nos = new Map(found.map(({ id, nos }) => [id, nos]));
  for (const row of rows) row.madeText = nos.get(row.id) ?? null;
}

interface Line {
  skuId?: string | null;
  replenishId?: string | null;
}

const made = (lines: readonly Line[]) => lines.filter((line) => line.replenishId);
const skusOf = (lines: readonly Line[]) => [...new Set(lines.flatMap((line) => line.skuId ?? []))];

/** Rows of which a document was just made count it at once; what was adjusted is done with. */
export async function countMade(
  c: RuleContext,
  lines: readonly Line[] | undefined,
  before: readonly Line[] = [],
): Promise<void> {
  const own = made([...(lines ?? []), ...(lines ? before : [])]);
  if (!own.length) return;
  await lockReckoning(c.sql, c.tenantId);
  await c.sql.query(
    "update replenish set adjust_qty = null, adjust_reason = null where id = any($1::bigint[])",
    [own.map((line) => line.replenishId)],
  );
  await reckonAnew(c, skusOf(own));
}

/** What a document was to bring does not come from it: its rows ask for it once more. Its state is written. */
export async function giveBackMade(c: RuleContext, lines: readonly Line[]): Promise<void> {
  const own = made(lines);
  if (!own.length) return;
  await lockReckoning(c.sql, c.tenantId);
  await reckonAnew(c, skusOf(own));
}
