import { z } from "zod";
import { permissionOf } from "#documents/kit";
import { voc } from "#documents/service/voc";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { counted } from "./stat";

const day = z.iso.date("日期格式不正确").optional();

/** `GET {api}/stat`: complaints that the caller sees, by category, SKU or month. */
const stat = endpoint({
  tag: voc.label,
  method: "get",
  path: `${voc.api}/stat`,
  title: "客户之声统计",
  permission: permissionOf(voc, "view"),
  query: z.object({
    ...{ startDate: day, endDate: day, siteCode: z.string().max(10).optional() },
    groupBy: z.enum(["category", "sku", "month"], "请选择统计方式").default("category"),
  }),
  response: z.object({
    total: z.int(),
    rows: z.array(
      z.object({ key: z.string(), label: z.string(), count: z.int(), affectedQty: z.int() }),
    ),
  }),
  async handle({ db, caller, query: { groupBy, ...asked } }) {
    const rows = await counted({ sql: db, caller }, groupBy, asked);
    return { total: rows.reduce((sum, r) => sum + r.count, 0), rows };
  },
});

export const vocEndpoints: Endpoint[] = [stat];
