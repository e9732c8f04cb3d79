import type { Sql } from "#backend/platform/db";

/** Lines `l` of documents `h`, with what the ledger has under way of each as `w`. */
const linesOf = (document: string) => `select h.tenant_id as tenant, h.no as place
  from ${document} h join ${document}_line l on l.${document}_id = h.id and l.del_flag = 0
    left join (select biz_id, line_id, sum(qty) as qty, sum(value) as value from stock_transit
      where biz_document = '${document}' group by 1, 2) w on w.biz_id = h.id and w.line_id = l.id
  where h.del_flag = 0`;

const PIECES = "l.shipped_qty <> l.received_good_qty + l.received_bad_qty + l.lost_qty + coalesce(w.qty, 0)";

/**
 * What documents of goods under way and the ledger must agree on: what left has come in, is lost or is
 * still under way, to the piece and the cent; freight lies on the lines, all of it.
 */
const TRANSIT_QUERIES: Record<string, string> = {
  调拨单收发与在途数量不符: `${linesOf("transfer")} and ${PIECES} group by 1, 2`,
  调拨单收发与在途金额不符: `${linesOf("transfer")} and l.shipped_qty > 0
      and l.out_amount + case when h.status = 'closed' then l.fee_amount else l.fee_posted end
        <> l.in_amount + l.lost_amount + coalesce(w.value, 0)
    group by 1, 2`,
  调拨单头程与明细不符: `select h.tenant_id as tenant, h.no as place
    from transfer h join transfer_line l on l.transfer_id = h.id and l.del_flag = 0
    where h.del_flag = 0 and h.fee_currency is not null
    group by h.id having sum(l.shipped_qty) > 0 and sum(l.fee_amount) <> h.freight_cny`,
  FBA退货单收发与在途数量不符: `${linesOf("fba_return")} and ${PIECES} group by 1, 2`,
};

/** One thing that does not add up, in words for the warehouse; of a warehouse and SKU, or of a document. */
export interface Fault {
  tenantId: string;
  place: string;
  fault: string;
}

const QUERIES: Record<string, string> = {
  库存与流水不符: `select t.tenant_id as tenant, t.warehouse_id || '/' || t.sku_id as place
    from stock t left join stock_move m
      on m.warehouse_id = t.warehouse_id and m.sku_id = t.sku_id and m.tenant_id = t.tenant_id
    group by t.id
    having t.qc_qty <> coalesce(sum(m.qty) filter (where m.bucket = 'qc'), 0)
      or t.good_qty <> coalesce(sum(m.qty) filter (where m.bucket = 'good'), 0)
      or t.bad_qty <> coalesce(sum(m.qty) filter (where m.bucket = 'bad'), 0)
      or t.transit_qty <> coalesce(sum(m.qty) filter (where m.bucket = 'transit'), 0)
      or t.stock_value <> coalesce(sum(m.amount) filter (where m.bucket <> 'transit'), 0)
      or t.transit_value <> coalesce(sum(m.amount) filter (where m.bucket = 'transit'), 0)
      or t.first_leg_value <> coalesce(sum(m.first_leg) filter (where m.bucket <> 'transit'), 0)
      or t.transit_first_leg <> coalesce(sum(m.first_leg) filter (where m.bucket = 'transit'), 0)`,
  头程超出库存金额: `select tenant_id as tenant, warehouse_id || '/' || sku_id as place from stock
    where first_leg_value not between 0 and stock_value or transit_first_leg not between 0 and transit_value`,
  锁定与库存不符: `select t.tenant_id as tenant, t.warehouse_id || '/' || t.sku_id as place
    from stock t left join stock_reservation r
      on r.warehouse_id = t.warehouse_id and r.sku_id = t.sku_id and r.tenant_id = t.tenant_id
        and r.status = 'active'
    group by t.id
    having t.reserved_qty
        <> coalesce(sum(r.qty - r.consumed_qty - r.released_qty) filter (where r.bucket = 'good'), 0)
      or t.reserved_bad_qty
        <> coalesce(sum(r.qty - r.consumed_qty - r.released_qty) filter (where r.bucket = 'bad'), 0)`,
  流水结存不连续: `select m.tenant_id as tenant, m.warehouse_id || '/' || m.sku_id as place
    from (select tenant_id, warehouse_id, sku_id, balance_qty, qty,
        lag(balance_qty, 1, 0) over (
          partition by tenant_id, warehouse_id, sku_id, bucket order by id) as before
      from stock_move) m
    where m.balance_qty <> m.before + m.qty group by 1, 2`,
  库龄与流水不符: `select t.tenant_id as tenant, f.warehouse_id || '/' || f.sku_id as place
    from stock_layer_faults f
      left join stock t on t.warehouse_id = f.warehouse_id and t.sku_id = f.sku_id group by 1, 2`,
  在途与流水不符: `select t.tenant_id as tenant, f.warehouse_id || '/' || f.sku_id as place
    from stock_transit_faults f
      left join stock t on t.warehouse_id = f.warehouse_id and t.sku_id = f.sku_id group by 1, 2`,
  ...TRANSIT_QUERIES,
};

/** What of the stock ledger does not add up (supply.md 4.0, rule 7); nothing when all is well. */
export async function ledgerFaults(sql: Sql): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { tenant, place } of await sql.query<{ tenant: string; place: string }>(`${query} limit 20`))
      faults.push({ tenantId: tenant, place, fault });
  return faults;
}
