import { z } from "zod";
import { context } from "#backend/engine/documents/call";
import { readable } from "#backend/engine/documents/reading/readable";
import { type Endpoint, endpoint, invalid, missing } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { transfer } from "#documents/logistics/transfer";
import { compareFreight, shipmentOf } from "./compare";

/** Most cartons of one shipment. */
const MOST = 2000;

const size = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "尺寸和重量最多两位小数")
  .refine((v) => Number(v) > 0, "尺寸和重量须大于0");

const row = z.tuple([
  z.string().regex(/^[1-9]\d{0,3}$/, "箱数须为1到9999"),
  ...([size, size, size, size] as const),
  z.enum(["0", "1"]).default("0"),
]);

/** Cartons of `3,50,40,40,12,0;…`: count, size, weight, with batteries. @throws Refusal 400 */
function boxesOf(text: string) {
  const boxes = text
    .split(";")
    .filter(Boolean)
    .flatMap((part, i) => {
      const read = row.safeParse(part.split(","));
      if (!read.success) {
        const message = `第${i + 1}行：${read.error.issues[0]?.message ?? "填写有误"}`;
        throw invalid(message, { boxes: message });
      }
      const [count, lengthCm, widthCm, heightCm, weightKg, battery] = read.data;
      const box = { lengthCm, widthCm, heightCm, weightKg, battery: battery === "1" };
      return Array.from({ length: Math.min(Number(count), MOST + 1) }, () => box);
    });
  if (boxes.length > MOST) throw invalid(`一票最多${MOST}箱`, { boxes: `一票最多${MOST}箱` });
  return boxes;
}

const countries = `select value, label from sys_dict_item
  where tenant_id = $1 and dict_type = 'country' and del_flag = 0 order by sort_order, value`;

/** `GET /logistics/freight/quote`: one shipment over every channel. */
export const freightEndpoints: Endpoint[] = [
  endpoint({
    tag: "运费模板",
    path: "/logistics/freight/quote",
    title: "运费试算",
    permission: "logistics_freight_view",
    query: z.object({
      country: z.string().max(10).default(""),
      date: z
        .string()
        .regex(/^(\d{4}-\d\d-\d\d)?$/, "日期要像2026-06-30这样填写")
        .default(""),
      zone: z.string().max(20).default(""),
      remote: z.string().max(5).default(""),
      boxes: z.string().max(4000).default(""),
      transferId: z
        .string()
        .regex(/^\d{0,18}$/)
        .default(""),
    }),
    async handle(call) {
      const c = context(call, call.db);
      const { transferId, ...asked } = call.query;
      if (transferId && !(await readable(c, transfer, [transferId])).size) throw missing();
      const from = transferId ? await shipmentOf(c, transferId) : undefined;
      const shipment = {
        country: asked.country || from?.country || "",
        date: asked.date || today(),
        zone: asked.zone || from?.zone || "",
        remote: asked.remote === "1",
        boxes: asked.boxes || from?.boxes || "",
      };
      const boxes = boxesOf(shipment.boxes);
      return {
        shipment,
        transferNo: from?.no ?? null,
        countries: await call.db.query(countries, [c.tenantId]),
        rows: boxes.length && shipment.country ? await compareFreight(c, { ...shipment, boxes }) : [],
      };
    },
  }),
];
