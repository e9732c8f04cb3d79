import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { Bucket, MoveType } from "#documents/wms/stock-move";
import { finder, lockPools, Needs, onHand, type Pool } from "./pool";
import { bought, changeBucket, gone, type NewRow, writePosting } from "./rows";
import type { Options, Place, Posted, Source } from "./types";

/** What the opposite of a move is called. */
const OPPOSITE: Partial<Record<MoveType, MoveType>> = {
  purchaseSign: "signReverse",
  exchangeIn: "signReverse",
  qcPass: "qcReverse",
  qcReject: "qcReverse",
  returnOut: "returnReverse",
  otherIn: "otherInReverse",
  opening: "otherInReverse",
  otherOut: "otherOutReverse",
  transferOut: "transferReverse",
  transferTransit: "transferReverse",
  transferIn: "transferReverse",
  transferLoss: "transferReverse",
  pkgOut: "pkgOutReverse",
};

interface Original extends Place {
  id: string;
  bucket: Bucket;
  qty: number;
  amount: string;
  firstLeg: string;
  type: MoveType;
  lineId: string | null;
}

/** Rows of a document that nothing took back yet, newest first. Who takes them back too is waited for. */
async function openRows({ sql, tenantId }: RuleContext, { document, id }: Source) {
  await sql.query(
    `select id from stock_posting where tenant_id = $1 and biz_document = $2 and biz_id = $3
     order by id ${keep(sql, "stock_posting")}`,
    [tenantId, document, id],
  );
  return sql.query<Original>(
    `select m.id, m.warehouse_id as "warehouseId", m.sku_id as "skuId", m.bucket, m.qty,
       m.amount::text as amount, m.first_leg::text as "firstLeg", m.biz_type as type, m.biz_line_id as "lineId"
     from stock_move m
     where m.tenant_id = $1 and m.biz_document = $2 and m.biz_id = $3 and m.reversal_of is null
       and m.biz_type <> 'costAdjust'
       and not exists (select 1 from stock_move r where r.reversal_of = m.id)
     order by m.id desc`,
    [tenantId, document, id],
  );
}

/** A pool without pieces keeps no value and none is worth less than nothing: the rest is one row. */
function residue(pool: Pool): NewRow[] {
  const rows: NewRow[] = [];
  const zero = (bucket: Bucket, value: typeof pool.value) =>
    rows.push(changeBucket(pool, bucket, 0, bought(value.times(-1).toFixed(2)), { type: "costAdjust" }));
  if (pool.value.lt(0) || (onHand(pool) === 0 && !pool.value.eq(0))) zero("good", pool.value);
  if (pool.transitValue.lt(0) || (pool.qty.transit === 0 && !pool.transitValue.eq(0)))
    zero("transit", pool.transitValue);
  return rows;
}

function needsOf(originals: readonly Original[], pools: ReadonlyMap<string, Pool>): Needs {
  const poolOf = finder(pools);
  const needs = new Needs();
  for (const o of originals) needs.add(poolOf(o), o.bucket, o.qty);
  return needs;
}

/** Why what a document posted cannot be taken back now: too little of it is still free. */
export async function shortageToReverse(
  c: RuleContext,
  source: Source,
  sentence?: Options["shortage"],
): Promise<string | undefined> {
  const originals = await openRows(c, source);
  return needsOf(originals, await lockPools(c, originals)).shortage(sentence);
}

/**
 * Takes back everything that a document posted and that still stands (ledger rule 4): the opposite
 * quantities at the amounts of then, each linked to its original. Lock the document first.
 * @throws Refusal 409 该流水已被冲销 when nothing stands; the shortage of rule 5 or of `options`
 */
export async function reverseMoves(
  c: RuleContext,
  source: Source,
  key: string,
  options: Options = {},
): Promise<Posted[]> {
  const originals = await openRows(c, source);
  if (!originals.length) throw conflict("该流水已被冲销");
  const pools = await lockPools(c, originals);
  const poolOf = finder(pools);
  needsOf(originals, pools).require(options.shortage);
  const rows = originals.map((o) =>
    changeBucket(poolOf(o), o.bucket, -o.qty, gone(o), {
      type: OPPOSITE[o.type] ?? o.type,
      lineId: o.lineId,
      reversalOf: o.id,
    }),
  );
  const rest = [...pools.values()].flatMap(residue);
  await writePosting(c, source, key, [...rows, ...rest], pools.values(), options);
  return rows;
}
