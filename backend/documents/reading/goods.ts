import { documentNamed } from "#documents";
import { type DocumentType, goodsLines } from "#documents/kit";
import type { Context } from "../../http/context";
import { headColumn, snake } from "../names";
import type { Row } from "../rules";
import { isNumbered } from "./lines";

/** Adds to rows of a list what their first line names: `goods`, "茶具 × 80 等3种". One statement for all. */
export async function addGoods(c: Context, document: DocumentType, rows: Row[]): Promise<void> {
  const goods = goodsLines(document);
  if (!goods || !rows.length) return;
  const head = headColumn(document);
  const qty = goods.qty
    ? `|| coalesce(' × ' || trim_scale(l.${snake(goods.qty)}::numeric), '')`
    : "";
  const found = await c.sql.query<{ id: string; goods: string }>(
    `select distinct on (l.${head}) l.${head} as id, s.name ${qty} ||
       case when n.n > 1 then ' 等' || n.n || '种' else '' end as goods
     from ${goods.lines.table} l join ${documentNamed("sku").table} s on s.id = l.sku_id
     join (select ${head}, count(*) as n from ${goods.lines.table}
       where ${head} = any($1::bigint[]) and del_flag = 0 group by 1) n on n.${head} = l.${head}
     where l.${head} = any($1::bigint[]) and l.del_flag = 0
     order by l.${head}, l.${isNumbered(document) ? "line_no" : "sort_order"}, l.id`,
    [rows.map((row) => row.id)],
  );
  const known = new Map(found.map((f) => [f.id, f.goods]));
  for (const row of rows) row.goods = known.get(row.id);
}
