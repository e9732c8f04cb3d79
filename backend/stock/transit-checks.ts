/** Lines `l` of documents `h`, with what the ledger has under way of each as `w`. */
const linesOf = (document: string) => `select h.tenant_id as tenant, h.no as place
  from ${document} h join ${document}_line l on l.${document}_id = h.id and l.del_flag = 0
    left join (select biz_id, line_id, sum(qty) as qty, sum(value) as value from stock_transit
      where biz_document = '${document}' group by 1, 2) w on w.biz_id = h.id and w.line_id = l.id
  where h.del_flag = 0`;

const PIECES =
  "l.shipped_qty <> l.received_good_qty + l.received_bad_qty + l.lost_qty + coalesce(w.qty, 0)";

/**
 * What documents of goods under way and the ledger must agree on: what left has come in, is lost or is
 * still under way, to the piece and the cent; freight lies on the lines, all of it.
 */
export const TRANSIT_QUERIES: Record<string, string> = {
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
