import type { RuleContext } from "#backend/engine/documents";
import type { Hold } from "#backend/ledgers/stock";
import { addressColumns } from "#backend/platform/personal/address";

/** Pieces of an order's line in a package. */
export interface PackagePiece {
  orderLineId: string;
  skuId: string;
  qty: number;
}

/** A line of a package. */
export interface Packed extends PackagePiece {
  id: string;
  orderId: string;
}

/** Pieces that are held for the lines of a package. */
export const holdsOf = (
  warehouseId: string,
  lines: readonly { id: string; skuId: string; qty: number | null }[],
): Hold[] => lines.map(({ id: lineId, skuId, qty }) => ({ warehouseId, skuId, lineId, bucket: "good", qty: qty ?? 0 }));

const RECEIVER = addressColumns("receiver");

/** Sends packages to where their orders go: the orders of one package all go to one address. */
export const readdress = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query(
    `update package_order p set ${RECEIVER.map((r) => `${r} = o.${r}`).join(", ")}
     from unnest($1::bigint[]) t(id) join sales_order o on o.id = (
       select min(l.order_id) from package_order_line l
       where l.package_order_id = t.id and l.del_flag = 0)
     where p.id = t.id`,
    [ids],
  );

/** What the header says of its lines. */
export async function summarise(c: RuleContext, ids: readonly string[]) {
  await c.sql.query(
    `update package_order p set order_nos = x.nos, sku_codes = x.codes, total_qty = x.qty,
       package_weight_kg = x.weight, declared_value = x.declared
     from unnest($1::bigint[]) t(id) left join lateral (
       select left(string_agg(distinct l.order_no, ' '), 500) as nos,
         left(string_agg(distinct l.sku_code, ' '), 500) as codes, coalesce(sum(l.qty), 0)::int as qty,
         coalesce(sum(l.qty * s.gross_weight_g) / 1000, 0)::numeric(14, 3) as weight,
         coalesce(sum(l.qty * l.declare_price), 0)::numeric(18, 2) as declared
       from package_order_line l join sku s on s.id = l.sku_id
       where l.package_order_id = t.id and l.del_flag = 0) x on true
     where p.id = t.id`,
    [ids],
  );
  await readdress(c, ids);
}

/** Puts pieces of an order into a package, behind what lies in it. */
export async function putIn(
  c: RuleContext,
  packageId: string,
  order: { id: string; no: string },
  lines: readonly PackagePiece[],
): Promise<void> {
  await c.sql.query(
    `insert into package_order_line (tenant_id, package_order_id, line_no, order_id, order_no,
       order_line_id, sku_id, sku_code, sku_name, qty, declare_name_en, declare_price)
     select $1, $2, x.place + coalesce((select max(line_no) from package_order_line
         where package_order_id = $2), 0), $3, $4, (x.line->>'orderLineId')::bigint, s.id, s.sku_code,
       s.name, (x.line->>'qty')::int, s.declare_name_en, coalesce(s.declare_price, 0)
     from jsonb_array_elements($5::jsonb) with ordinality x(line, place)
       join sku s on s.id = (x.line->>'skuId')::bigint`,
    [c.tenantId, packageId, order.id, order.no, JSON.stringify(lines)],
  );
  await summarise(c, [packageId]);
}
