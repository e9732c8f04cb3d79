import { z } from "zod";
import { type RuleContext, startFrom, visible } from "#backend/engine/documents";
import { addOne } from "#backend/engine/documents/calls/writes";
import { conflict } from "#backend/platform/http";
import { delivery } from "#documents/purchase/delivery";
import { cartonOf, countByCartons } from "#documents/wms/scanned";
import { wmsSign } from "#documents/wms/wms-sign";
import { codesOf } from "../codes";
import { type Counted, type DomainJob, isCarton, type Piece, sumsOf } from "../job";
import { ask, choices, type DomainKind, files, share, text, whole } from "../kind";

const row = z.object({
  deliveryLineId: z.string(),
  skuId: z.string(),
  noticeQty: z.number(),
  packing: z.string().optional(),
});
type SignRow = z.output<typeof row>;
/** What the form that signs a delivery says of it. */
const started = z.object({ items: z.array(row), cartonsSigned: z.number(), inspectPolicy: z.string() });

const rulesOf = (c: RuleContext) => c.book.get(wmsSign.name)?.rules ?? {};

/** The form that signs a delivery, as it starts: its source is asked for by permission and scope. */
const form = async (c: RuleContext, deliveryId: string) =>
  started.parse(await startFrom(c, wmsSign, rulesOf(c), { deliveryId }));

/** Pieces in the carton of a label, by the packing of the lines. */
function inCarton(rows: readonly SignRow[], code: string): Piece[] {
  const items = rows.map((row) => ({ ...row }));
  return countByCartons({ cartonCodes: [code], items }).flatMap((row) => {
    const qty = Number(row.signQty ?? 0);
    return row.packing && qty > 0 ? [{ skuId: String(row.skuId), qty }] : [];
  });
}

const cartonsIn = (scans: readonly Counted[]) => scans.flatMap(({ code }) => (isCarton(code) ? [code] : []));

/** A delivery is counted and signed: saving the receipt is the signing. */
export const sign: DomainKind = {
  over: true,
  async open(c, place, code) {
    const carton = isCarton(code);
    const no = carton ? code.slice(0, code.lastIndexOf("-")) : code;
    const where = visible(delivery, c.caller).and("t.no = ?", no);
    const row = await c.sql.one<{ id: string; no: string; warehouseId: string; place: string }>(
      `select t.id, t.no, t.warehouse_id as "warehouseId", w.name as place
       from delivery t join warehouse w on w.id = t.warehouse_id where ${where}`,
      where.values,
    );
    if (!row) return undefined;
    if (row.warehouseId !== place.id) throw conflict(`${row.no}送往${row.place}，不是${place.name}`);
    const { items, cartonsSigned } = await form(c, row.id);
    const known = await codesOf(
      c,
      items.map((l) => l.skuId),
    );
    return {
      id: row.id,
      no: row.no,
      expected: [...known.values()].map(({ id, code, name, codes }) => ({
        skuId: id,
        code,
        name,
        codes,
        qty: items.filter((l) => l.skuId === id).reduce((n, l) => n + l.noticeQty, 0),
      })),
      facts: { items, cartons: cartonsSigned },
      pieces: carton ? inCarton(items, code) : [],
    };
  },
  pieces({ documentNo, facts }: DomainJob, code, before) {
    if (!isCarton(code) || !cartonOf(code)) return undefined;
    if (!code.startsWith(`${documentNo}-`)) throw conflict(`箱唛${code}不属于${documentNo}`);
    if (before.some((s) => s.code === code)) throw conflict(`箱唛${code}已扫过`);
    const pieces = inCarton(z.array(row).parse(facts.items), code);
    if (!pieces.length) throw conflict(`箱唛${code}不属于${documentNo}`);
    return { pieces, said: `${code}：${pieces.reduce((n, p) => n + p.qty, 0)}件` };
  },
  async ask(c, job, scans) {
    const sums = sumsOf(scans);
    const short = job.expected.some(({ skuId, qty }) => (sums.get(skuId)?.good ?? 0) !== qty);
    const cartons = cartonsIn(scans).length;
    const notified = Number(job.facts.cartons ?? 0);
    const why = await choices(c, "sign_diff_reason");
    return [
      ...(short
        ? [
            ask("check", "isFinal", "本次为最终签收", { value: "on", help: "取消即部分签收，余下的以后再签" }),
            ask("select", "diffReason", "差异原因", { options: why }),
          ]
        : []),
      ...(cartons ? [] : [ask("number", "cartonsSigned", "实收箱数", { value: String(notified) })]),
      ask("number", "cartonsDamaged", "破损箱数", { value: "0" }),
      ask("files", "photos", "签收照片", { help: "有破损或差异时必填" }),
    ];
  },
  async finish(c, job, scans, answers) {
    const { items, cartonsSigned, ...head } = await form(c, job.documentId ?? "");
    const lines = items.map((l) => ({ ...l, room: l.noticeQty }));
    const counts = share(lines, sumsOf(scans), "good");
    const asked = text(answers, "isFinal") === "on";
    const exact = lines.every((l) => counts.get(l) === l.noticeQty);
    const isFinal = exact || asked;
    const cartonCodes = cartonsIn(scans);
    const made = await addOne(c, wmsSign, rulesOf(c), {
      deliveryId: job.documentId,
      signerId: c.caller.userId,
      inspectPolicy: head.inspectPolicy,
      isFinal,
      ...(cartonCodes.length ? { cartonCodes } : { cartonsSigned: whole(answers, "cartonsSigned") ?? cartonsSigned }),
      cartonsDamaged: whole(answers, "cartonsDamaged") ?? 0,
      photos: files(answers, "photos"),
      items: lines.map((l) => {
        const signQty = counts.get(l) ?? 0;
        const over = isFinal ? signQty !== l.noticeQty : signQty > l.noticeQty;
        const diffReason = over ? text(answers, "diffReason") || null : null;
        return { deliveryLineId: l.deliveryLineId, signQty, diffReason };
      }),
    });
    const said = `已签收${job.documentNo}，签收单${made.no}`;
    return { document: wmsSign.name, id: made.id, said };
  },
};
