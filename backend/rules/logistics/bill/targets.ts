import type { LineOf, RowOf } from "#documents/kit";
import type { logisticsBill } from "#documents/logistics/logistics-bill";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { allocate, dec, r2 } from "../../../values/money";
import { param } from "../../../values/params";

type Row = RowOf<typeof logisticsBill>;
type Line = LineOf<typeof logisticsBill, "items">;

/** What a line costs the goods of one transfer or delivery, CNY. */
export interface Share {
  lineId: string;
  sourceType: Line["sourceType"];
  document: "transfer" | "delivery";
  targetId: string;
  amount: string;
}

/** Transfers of containers or declarations, with their declared value, else that of their goods. */
const namedBy = ({ sql }: RuleContext, { sourceType, sourceId }: Line) =>
  sql.query<{ id: string; value: string }>(
    `with named as (
       select l.transfer_id as id from cabinet_line l
       where l.del_flag = 0 and l.cabinet_combination_id = case when $1 = 'cabinet_combination'
         then $2::bigint else (select cabinet_id from customs_declaration where id = $2) end
       union
       select transfer_id from customs_declaration
       where $1 = 'customs_declaration' and id = $2 and transfer_id is not null)
     select t.id, coalesce((select sum(d.amount_cny) from customs_declaration d
         where d.transfer_id = t.id and d.status not in ('draft', 'rejected', 'void')
           and d.del_flag = 0), nullif(t.out_amount, 0), t.total_qty, 1)::text as value
     from transfer t join named n on n.id = t.id where t.del_flag = 0 order by t.id`,
    [sourceType, sourceId],
  );

/**
 * Shares of the lines of a bill (supply.md F.3): a transfer and a delivery bear their own, containers and
 * declarations go to the transfers that they name by declared value. CNY at the rate of the bill, without
 * tax unless tax counts as cost.
 * @throws Refusal 409 for a source that names no transfer
 */
export async function sharesOf(c: RuleContext, row: Row): Promise<Share[]> {
  const taxed = await param(c.sql, c.tenantId, "cost_include_tax");
  const shares: Share[] = [];
  for (const line of row.items) {
    const { id: lineId, sourceType, sourceId, amount, taxAmount } = line;
    const net = dec(amount).plus(taxed ? dec(taxAmount) : dec(0));
    const cost = r2(net.times(dec(row.rate ?? "1")));
    if (sourceType === "transfer" || sourceType === "delivery") {
      const document = sourceType;
      shares.push({ lineId, sourceType, document, targetId: sourceId ?? "", amount: cost });
      continue;
    }
    const named = await namedBy(c, line);
    if (!named.length) throw conflict(`${line.sourceNo}没有调拨单，不能分摊`);
    const parts = allocate(
      cost,
      named.map((n) => n.value),
    );
    for (const [i, { id }] of named.entries())
      shares.push({
        ...{ lineId, sourceType, document: "transfer", targetId: id, amount: parts[i] ?? "0" },
      });
  }
  return shares;
}
