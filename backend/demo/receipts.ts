import dayjs from "dayjs";
import { inspectionRules } from "#backend/domain/purchase/inspection/inspection";
import type { linesToSign } from "#backend/domain/wms/sign/prefill";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { update } from "#backend/engine/documents/writing/write";
import type { Sql } from "#backend/platform/db";
import { today as now } from "#backend/platform/values";
import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { wmsSign } from "#documents/wms/wms-sign";
import { act, asSystem, draft, keeperOf, personAt, startFrom, whole } from "./acting";
import { workAfter, workAgo } from "./clock";
import { uploadFault } from "./pictures/give";
import type { Chance } from "./random";
import { moveTo, settleDueDays } from "./receipt-days";
import { uploadSample } from "./sample-files";
import { numbers } from "./sourcing/kit";

const REASONS = ["quality", "wrongGoods", "surplus"] as const;
/** How far a document comes; each is one of them in turn. */
const ENDS = ["shipped", "draft", "shipped", "auditing", "approved"] as const;
/** What waits for somebody does so since yesterday. */
const OPEN: readonly string[] = ["draft", "auditing", "approved"];

const withBad = (c: RuleContext) =>
  c.sql.query<{ id: string; buyer: string; time: string }>(
    `select i.id, u.username as buyer, i.inspect_time::text as time from inspection i join sys_user u on u.id = i.buyer_id
     where i.status = 'done' and i.reject_qty > 0 order by i.id limit 15`,
  );

/** Takes a draft as far as `end`: its buyer submits, the manager approves, the warehouse ships. */
async function lead(c: RuleContext, name: string, id: string, buyer: string, end: (typeof ENDS)[number]) {
  if (end === "draft") return;
  await act(await personAt(c, buyer), name, id, "submit");
  if (end === "auditing") return;
  const manager = await personAt(c, "purchase_manager");
  await act(manager, name, id, "approve", { comment: "同意" });
  if (end === "approved") return;
  const { warehouseId } = await whole(c, documentNamed(name), id);
  await act(await keeperOf(c, warehouseId), name, id, "ship");
}

/** Returns and exchanges of what inspections found bad, in all their states; answers how many. */
async function sendSomeBack(c: RuleContext, chance: Chance, today: string): Promise<number> {
  const found = await withBad(c);
  // Their rules look at the clock, whatever day the data ends on.
  const expectDate = today > now() ? today : now();
  for (const [i, { id: inspectionId, buyer, time }] of found.entries()) {
    const end = ENDS[i % ENDS.length] ?? "draft";
    await (OPEN.includes(end) ? workAgo(c.sql, 1) : workAfter(c.sql, time, 2));
    const as = await personAt(c, buyer);
    const exchange = i % 3 === 2;
    const document: DocumentType = exchange ? purchaseExchange : purchaseReturn;
    const reason = chance.pick(REASONS, `back:${i}`);
    const replenish = i % 4 === 1;
    const more: RuleValues = exchange
      ? { reason, expectDate }
      : {
          returnReason: reason,
          returnMode: replenish ? "replenish" : "deduct",
          expectReplenishDate: replenish ? expectDate : null,
        };
    const form = await startFrom(as, document, { inspectionId });
    const made = await draft(as, document, { ...form, ...more });
    await lead(c, document.name, made.id, buyer, end);
  }
  return found.length;
}

/** Newest deliveries that are counted; earlier ones are on their way no more either. */
const MOST = 150;

interface ReceiptArrival {
  /** Of the delivery. */
  id: string;
  /** Of the past; none: it comes now. */
  day?: string;
}

const arrivals = (sql: Sql, today: string) =>
  sql.query<Required<ReceiptArrival> & { warehouseId: string }>(
    `select id, to_char(ship_date + 1, 'YYYY-MM-DD') as day, warehouse_id as "warehouseId"
     from delivery
     where status = 'shipped' and ship_date < $1::date - 2 order by ship_date, id limit $2`,
    [today, MOST],
  );

const timeOf = (day: string) => `${day} 10:20:00`;

/** Which of all inspections waits, whatever chance says. */
const WAITING = 3;

type ToSign = Awaited<ReturnType<typeof linesToSign>>;

/** Signs a delivery: most in full, some in part. Answers the id of the receipt. */
export async function sign(c: RuleContext, chance: Chance, { id, day }: ReceiptArrival): Promise<string> {
  const form = (await startFrom(c, wmsSign, { deliveryId: id })) as ToSign;
  const part = chance.u(`sign:${id}`) < 0.12;
  const items = form.items.map((l) => ({ ...l, signQty: part ? Math.ceil(l.signQty / 2) : l.signQty }));
  const values = { ...form, items, isFinal: !part, ...(day && { signTime: timeOf(day) }) };
  return (await draft(c, wmsSign, values)).id;
}

/**
 * Inspects a receipt and finishes it, when chance wants; some pieces of some are bad. Answers the
 * finished inspection.
 */
export async function inspect(c: RuleContext, chance: Chance, signId: string) {
  const found = await c.sql.one<{ id: string; place: number }>(
    `select id, (select count(*)::int from inspection) as place
     from inspection where sign_id = $1 and status = 'pending'`,
    [signId],
  );
  const u = chance.u(`inspect:${signId}`);
  // One waits in any case, however small the demonstration is.
  if (!found || u < 0.15 || found.place === WAITING) return undefined;
  await act(c, "inspection", found.id, "claim");
  if (u < 0.22) return undefined;
  const row = await whole(c, inspection, found.id);
  const bad = u < 0.55;
  const [photo, report] = bad
    ? [
        await uploadFault(c, row.items[0]?.skuId ?? "", "外观不良.png"),
        await uploadSample(c, "document", "质检报告.pdf"),
      ]
    : [];
  const items = row.items.map((l, i) => {
    const rejectQty = bad && i === 0 ? Math.max(1, Math.floor(Number(l.signQty) * 0.03)) : 0;
    const why = { rejectReason: "appearance", rejectHandle: "return", photos: [photo] };
    return { ...l, passQty: Number(l.signQty) - rejectQty, rejectQty, ...(rejectQty > 0 && why) };
  });
  const next = { items, reportFiles: report ? [report] : [] };
  await update(c, inspection, inspectionRules, row, next);
  await act(c, "inspection", found.id, "finish");
  return found.id;
}

/**
 * Goods that came: receipts in the order of their days, each with its inspection, and what goes back
 * (market.md 13), all by the documents' own rules, so that stock and payables agree with them.
 */
export async function insertReceipts(sql: Sql, chance: Chance, today: string): Promise<number> {
  const system = asSystem(sql);
  const came = await arrivals(sql, today);
  const [signNo, inspectionNo] = [numbers("QS"), numbers("ZJ")];
  for (const arrival of came) {
    const c = await keeperOf(system, arrival.warehouseId);
    const signId = await sign(c, chance, arrival);
    const signed = { id: signId, no: signNo(arrival.day) };
    await moveTo(c.sql, "wms_sign", signed, timeOf(arrival.day));
    const next = dayjs(arrival.day).add(1, "day").format("YYYY-MM-DD");
    const day = next < today ? next : arrival.day;
    const id = await inspect(c, chance, signId);
    const no = inspectionNo(day);
    if (id) await moveTo(c.sql, "inspection", { id, no }, `${day} 16:40:00`);
  }
  const back = await sendSomeBack(system, chance, today);
  await settleDueDays(sql);
  return came.length + back;
}
