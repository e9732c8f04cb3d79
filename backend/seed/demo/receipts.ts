import dayjs from "dayjs";
import { documentNamed } from "#documents";
import { wmsSign } from "#documents/wms/wms-sign";
import type { Sql } from "../../db/sql";
import type { RuleContext, Values } from "../../documents/rules";
import { update } from "../../documents/writing/write";
import { inspectionRules } from "../../rules/purchase/inspection/inspection";
import type { linesToSign } from "../../rules/wms/sign/prefill";
import { uploadSample } from "../sample-files";
import { act, asSystem, draft, keeperOf, startFrom, whole } from "./acting";
import type { Chance } from "./random";
import { moveTo, settleDueDays } from "./receipt-days";
import { sendSomeBack } from "./receipts-back";
import { numbers } from "./sourcing/kit";

/** Newest deliveries that are counted; earlier ones are on their way no more either. */
const MOST = 60;

interface Arrival {
  /** Of the delivery. */
  id: string;
  /** Of the past; none: it comes now. */
  day?: string;
}

const arrivals = (sql: Sql, today: string) =>
  sql.query<Required<Arrival> & { warehouseId: string }>(
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
export async function sign(c: RuleContext, chance: Chance, { id, day }: Arrival): Promise<string> {
  const form = (await startFrom(c, wmsSign, { deliveryId: id })) as ToSign;
  const part = chance.u(`sign:${id}`) < 0.12;
  const items = form.items.map((l) => ({
    ...l,
    signQty: part ? Math.ceil(l.signQty / 2) : l.signQty,
  }));
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
  const row = await whole(c, documentNamed("inspection"), found.id);
  const bad = u < 0.55;
  const [photo, report] = bad
    ? [
        await uploadSample(c, "picture", "外观不良.png"),
        await uploadSample(c, "document", "质检报告.pdf"),
      ]
    : [];
  const items = (row.items as Values[]).map((l, i) => {
    const rejectQty = bad && i === 0 ? Math.max(1, Math.floor(Number(l.signQty) * 0.03)) : 0;
    const why = { rejectReason: "appearance", rejectHandle: "return", photos: [photo] };
    return {
      ...l,
      ...{ passQty: Number(l.signQty) - rejectQty, rejectQty },
      ...(rejectQty > 0 && why),
    };
  });
  const next = { items, reportFiles: report ? [report] : [] };
  await update(c, documentNamed("inspection"), inspectionRules, row, next);
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
