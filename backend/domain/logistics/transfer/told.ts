import { createDraft, type Engine, link, perform, type RuleContext } from "#backend/engine/documents";
import { type Database, lockIds } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { transfer } from "#documents/logistics/transfer";
import { otherIn } from "#documents/wms/other-in";

/*
 * What the platform's ledger says that it took in of shipments (figures.md D.6): transfers are received by it. It
 * counts from the beginning of a shipment, so what a person received meanwhile is not received twice.
 */

/** Days after its end within which more may still be told of a transfer. */
const TOLD_DAYS = 90;
/** Shipments of one turn at most; the next one goes on. */
const MOST = 500;

/** Pieces that came in more than were sent, as other documents take them in: of transfers with a number, and a SKU. */
const added = (numbers: string, skuId: string) => `
  select coalesce(sum(x.good_qty + x.bad_qty), 0)::int as n from other_in h join other_in_line x on x.other_in_id = h.id
  where h.tenant_id = $1 and h.in_type = 'adjust' and h.source_no = any(${numbers}) and x.sku_id = ${skuId}`;

interface ToldShipment {
  storeId: string;
  shipmentId: string;
}

/** Transfers `t` to the platform that wait for it, or did a while ago. */
const WAITING = `t.transfer_type in ('3', '4') and t.shipment_id is not null and t.del_flag = 0
    and (t.status in ('shipped', 'partReceived')
      or t.status = 'done' and t.receive_time > now() - interval '${TOLD_DAYS} days')`;

/** Shipments of which more is told of some goods than came in by our books. $1 tenant */
const BEHIND = `
  with waiting as (select distinct t.store_id, t.shipment_id from transfer t where t.tenant_id = $1 and ${WAITING}),
  sent as (
    select w.store_id, w.shipment_id, lower(l.msku) as msku, min(l.sku_id) as sku_id, array_agg(distinct t.no) as numbers,
      sum(l.received_good_qty + l.received_bad_qty) as qty
    from waiting w
      join transfer t on t.tenant_id = $1 and t.store_id = w.store_id and t.shipment_id = w.shipment_id
        and t.status <> 'void' and t.del_flag = 0
      join transfer_line l on l.transfer_id = t.id and l.del_flag = 0
    group by 1, 2, 3)
  select distinct s.store_id as "storeId", s.shipment_id as "shipmentId"
  from sent s cross join lateral (select sum(r.qty) as qty from fba_ledger r
    where r.event = 'RECEIPTS' and r.reference_no = s.shipment_id and r.tenant_id = $1 and r.store_id = s.store_id
      and lower(r.msku) = s.msku and r.del_flag = 0) told
  where told.qty > s.qty + (${added("s.numbers", "s.sku_id")})
  order by 1, 2 limit ${MOST}`;

interface SentLine {
  id: string;
  transferId: string;
  no: string;
  status: string;
  warehouseId: string;
  skuId: string;
  msku: string;
  shipped: number;
  good: number;
  bad: number;
}

/** Lines of all transfers of a shipment, which stay as they are: their plans first, as whoever changes them does. */
async function linesOf(c: RuleContext, { storeId, shipmentId }: ToldShipment): Promise<SentLine[]> {
  const found = await c.sql.query<{ id: string; inboundId: string | null }>(
    `select id, inbound_id as "inboundId" from transfer
     where tenant_id = $1 and store_id = $2 and shipment_id = $3 and transfer_type in ('3', '4') and del_flag = 0`,
    [c.tenantId, storeId, shipmentId],
  );
  await lockIds(
    c.sql,
    "fba_inbound",
    found.map(({ inboundId }) => inboundId),
  );
  const ids = found.map(({ id }) => id);
  await lockIds(c.sql, "transfer", ids);
  return c.sql.query<SentLine>(
    `select l.id, t.id as "transferId", t.no, t.status, t.to_warehouse_id as "warehouseId", l.sku_id as "skuId",
       lower(coalesce(l.msku, '')) as msku, l.shipped_qty as shipped, l.received_good_qty as good, l.received_bad_qty as bad
     from transfer t join transfer_line l on l.transfer_id = t.id and l.del_flag = 0
     where t.id = any($1::bigint[]) and t.store_id = $2 and t.shipment_id = $3 and t.status <> 'void' and t.del_flag = 0
     order by t.id, l.line_no`,
    [ids, storeId, shipmentId],
  );
}

interface ToldGoods {
  msku: string;
  good: number;
  bad: number;
}

const toldOf = (c: RuleContext, { storeId, shipmentId }: ToldShipment) =>
  c.sql.query<ToldGoods>(
    `select lower(msku) as msku, coalesce(sum(qty) filter (where coalesce(disposition, 'SELLABLE') = 'SELLABLE'), 0)::int as good,
       coalesce(sum(qty) filter (where disposition <> 'SELLABLE'), 0)::int as bad
     from fba_ledger where event = 'RECEIPTS' and reference_no = $3 and tenant_id = $1 and store_id = $2
       and msku is not null and del_flag = 0 group by 1 order by 1`,
    [c.tenantId, storeId, shipmentId],
  );

const receives = ({ status }: SentLine) => status === "shipped" || status === "partReceived";
const came = ({ good, bad }: SentLine) => good + bad;
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((n, row) => n + of(row), 0);

interface ToldArrival {
  line: SentLine;
  good: number;
  bad: number;
}

/**
 * What of a shipment is still to be received, line by line, and what came beyond everything that was sent.
 * @param lines of all its transfers
 * @param told since its beginning
 */
export function owedOf(lines: readonly SentLine[], told: readonly ToldGoods[]) {
  const arrived: ToldArrival[] = [];
  const beyond: ToldArrival[] = [];
  for (const said of told) {
    const own = lines.filter(({ msku }) => msku === said.msku);
    const [first] = own;
    if (!first) continue;
    const open = own.filter(receives);
    const more = said.good + said.bad - sum(own, came);
    let left = Math.min(
      more,
      sum(open, (line) => line.shipped - came(line)),
    );
    let bad = said.bad - sum(own, (line) => line.bad);
    for (const line of open) {
      const pieces = Math.min(left, line.shipped - came(line));
      if (pieces <= 0) continue;
      const broken = Math.max(0, Math.min(pieces, bad));
      arrived.push({ line, good: pieces - broken, bad: broken });
      left -= pieces;
      bad -= broken;
    }
    // Where a transfer was given up, or is still to leave, the rest may be its own.
    const whole = own.every((line) => receives(line) || line.status === "done");
    const rest = said.good + said.bad - sum(own, (line) => line.shipped);
    const broken = Math.max(0, Math.min(rest, bad));
    if (whole && rest > 0) beyond.push({ line: first, good: rest - broken, bad: broken });
  }
  return { arrived, beyond };
}

/** Pieces beyond those that were sent wait as a draft for a person, each once, whatever becomes of it. */
async function addBeyond(
  c: RuleContext,
  lines: readonly SentLine[],
  { line, good, bad }: ToldArrival,
): Promise<boolean> {
  const numbers = [...new Set(lines.map(({ no }) => no))];
  const known = await c.sql.one<{ n: number }>(added("$2::text[]", "$3"), [c.tenantId, numbers, line.skuId]);
  const more = good + bad - (known?.n ?? 0);
  if (more <= 0) return false;
  const badQty = Math.min(bad, more);
  const made = await createDraft(c, otherIn, {
    inType: "adjust",
    warehouseId: line.warehouseId,
    sourceNo: line.no,
    reason: `调拨单${line.no}发货${line.shipped}件，平台多收${more}件`,
    items: [{ skuId: line.skuId, goodQty: more - badQty, badQty }],
  });
  await link(c, { type: transfer.name, id: line.transferId }, { type: otherIn.name, id: made.id });
  return true;
}

/** One step of a shipment, in the caller's transaction. @returns whether there was something to do */
async function receiveShipment(c: RuleContext, shipment: ToldShipment): Promise<boolean> {
  const lines = await linesOf(c, shipment);
  const { arrived, beyond } = owedOf(lines, await toldOf(c, shipment));
  const [first] = arrived;
  if (first) {
    const { transferId } = first.line;
    const items = arrived
      .filter(({ line }) => line.transferId === transferId)
      .map(({ line, good, bad }) => ({ lineId: line.id, goodQty: good, badQty: bad }));
    await perform(c, transfer, transferId, "receive", { items }, { trusted: true });
    return true;
  }
  for (const one of beyond) if (await addBeyond(c, lines, one)) return true;
  return false;
}

/** Steps that a shipment has at most in one turn: its transfers, and goods beyond them. */
const STEPS = 50;

/** Receives what the platform took in of shipments, each step in a transaction of its own; again it does nothing. */
export async function receiveTold(db: Database, engine: Engine): Promise<void> {
  const tenants = await db.query<{ id: string }>(
    `select distinct t.tenant_id as id from transfer t where ${WAITING} order by 1`,
  );
  for (const { id } of tenants) {
    for (const shipment of await db.query<ToldShipment>(BEHIND, [id])) {
      try {
        for (let n = 0; n < STEPS; n++)
          if (!(await db.tx((sql) => receiveShipment({ sql, ...systemOf(id), ...engine }, shipment)))) break;
      } catch (error) {
        // A person was faster, or its month is closed: the next turn looks again.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }
}
