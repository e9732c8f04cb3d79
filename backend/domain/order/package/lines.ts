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

const to = (alias: string) => RECEIVER.map((r) => `${alias}.${r}`).join(", ");

/** Where packages `t` go: the orders of one package all go to one address. */
const TO = `sales_order o on o.id = (select min(l.order_id) from package_order_line l
  where l.package_order_id = t.id and l.del_flag = 0)`;

/** Sends packages to where their orders go. */
export const readdress = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query(
    `update package_order p set (${RECEIVER.join(", ")}) = row(${to("o")})
     from unnest($1::bigint[]) t(id) join ${TO}
     where p.id = t.id and (${to("p")}) is distinct from (${to("o")})`,
    [ids],
  );

/** What the header says of its lines, and where they go; one that is empty stays addressed as it was. */
export async function summarise(c: RuleContext, ids: readonly string[]) {
  await c.sql.query(
    `update package_order p set order_nos = x.nos, sku_codes = x.codes, total_qty = x.qty,
       package_weight_kg = x.weight, declared_value = x.declared,
       ${RECEIVER.map((r) => `${r} = case when o.id is null then p.${r} else o.${r} end`).join(", ")}
     from unnest($1::bigint[]) t(id) left join ${TO} left join lateral (
       select left(string_agg(distinct l.order_no, ' '), 500) as nos,
         left(string_agg(distinct l.sku_code, ' '), 500) as codes, coalesce(sum(l.qty), 0)::int as qty,
         coalesce(sum(l.qty * s.gross_weight_g) / 1000, 0)::numeric(14, 3) as weight,
         coalesce(sum(l.qty * l.declare_price), 0)::numeric(18, 2) as declared
       from package_order_line l join sku s on s.id = l.sku_id
       where l.package_order_id = t.id and l.del_flag = 0) x on true
     where p.id = t.id`,
    [ids],
  );
}

/** Pieces of an order that go into a package. */
export interface PutIn {
  packageId: string;
  order: { id: string; no: string };
  lines: readonly PackagePiece[];
}

/** Puts pieces of orders into packages, in their order, behind what lies in them. */
export async function putAllIn(c: RuleContext, parts: readonly PutIn[]): Promise<void> {
  const pieces = parts.flatMap(({ packageId, order, lines }) =>
    lines.map((line) => ({ ...line, packageId, orderId: order.id, orderNo: order.no })),
  );
  await c.sql.query(
    `insert into package_order_line (tenant_id, package_order_id, line_no, order_id, order_no,
       order_line_id, sku_id, sku_code, sku_name, qty, declare_name_en, declare_price)
     select $1, x."packageId", row_number() over (partition by x."packageId" order by n) + coalesce(m.most, 0),
       x."orderId", x."orderNo", x."orderLineId", s.id, s.sku_code, s.name, x.qty, s.declare_name_en,
       coalesce(s.declare_price, 0)
     from rows from (jsonb_to_recordset($2::jsonb) as ("packageId" bigint, "orderId" bigint, "orderNo" text,
         "orderLineId" bigint, "skuId" bigint, qty int)) with ordinality
         as x("packageId", "orderId", "orderNo", "orderLineId", "skuId", qty, n)
       join sku s on s.id = x."skuId"
       left join (select package_order_id, max(line_no) as most from package_order_line
         where package_order_id = any($3::bigint[]) group by 1) m on m.package_order_id = x."packageId"
     order by n`,
    [c.tenantId, JSON.stringify(pieces), parts.map((p) => p.packageId)],
  );
  await summarise(c, [...new Set(parts.map((p) => p.packageId))]);
}

/** The same with one package. */
export const putIn = (c: RuleContext, packageId: string, order: PutIn["order"], lines: PutIn["lines"]) =>
  putAllIn(c, [{ packageId, order, lines }]);
