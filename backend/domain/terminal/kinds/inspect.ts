import { perform, readWhole, visible } from "#backend/engine/documents";
import { editOne } from "#backend/engine/documents/calls/writes";
import { lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { RowOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { rejectHandles } from "#documents/purchase/inspection-lines";
import { codesOf } from "../codes";
import { sumsOf } from "../job";
import { ask, choices, type DomainKind, files, optionsOf, share, text } from "../kind";

type InspectRow = RowOf<typeof inspection>;

const linesOf = ({ items }: InspectRow) => items.map((l) => ({ ...l, room: l.signQty }));

/** A receipt is inspected: opening the job claims it. */
export const inspect: DomainKind = {
  async open(c, place, code) {
    const where = visible(inspection, c.caller).and(
      `(t.no = ? or exists (
         select 1 from wms_sign s left join delivery d on d.id = s.delivery_id
         where s.id = t.sign_id and (s.no = ? or d.no = ?)))`,
      code,
      code,
      code,
    );
    const rows = await c.sql.query<{ id: string; no: string; place: string; here: boolean; open: boolean }>(
      `select t.id, t.no, w.name as place, t.warehouse_id = '${Number(place.id)}' as here,
         t.status in ('pending', 'inspecting') as open
       from inspection t join warehouse w on w.id = t.warehouse_id where ${where} order by t.id`,
      where.values,
    );
    const [row] = [...rows.filter((r) => r.open), ...rows];
    if (!row) return undefined;
    if (!row.here) throw conflict(`${row.no}在${row.place}，不是${place.name}`);
    if (!row.open) throw conflict(`质检单${row.no}已质检`);
    let whole = await readWhole(c, inspection, row.id);
    if (whole.status === "pending" || whole.claimerId !== c.caller.userId) {
      await perform(c, inspection, row.id, "claim", {});
      whole = await readWhole(c, inspection, row.id);
    }
    const known = await codesOf(
      c,
      whole.items.map((l) => l.skuId),
    );
    return {
      id: row.id,
      no: row.no,
      expected: [...known.values()].map(({ id, code, name, codes }) => ({
        skuId: id,
        code,
        name,
        codes,
        qty: whole.items.filter((l) => l.skuId === id).reduce((n, l) => n + l.signQty, 0),
      })),
    };
  },
  async ask(c, job, scans) {
    const sums = sumsOf(scans);
    const of = (id: string) => sums.get(id) ?? { good: 0, bad: 0 };
    const open = job.expected.some(({ skuId, qty }) => of(skuId).good + of(skuId).bad !== qty);
    const bad = [...sums.values()].some((s) => s.bad);
    const [reasons, required] = [await choices(c, "defect_type"), true];
    const handles = optionsOf(rejectHandles);
    return [
      ...(open ? [ask("check", "rest", "没有扫的按合格计", { help: "抽检时勾选" })] : []),
      ...(bad
        ? [
            ask("select", "reason", "不合格原因", { options: reasons, required }),
            ask("select", "handle", "处理", { options: handles, required }),
            ask("files", "photos", "不合格照片", { required }),
            ask("files", "report", "质检报告", { required }),
          ]
        : []),
    ];
  },
  async finish(c, job, scans, answers) {
    const id = job.documentId ?? "";
    const row = await readWhole(c, inspection, id);
    await lockIds(c.sql, "wms_sign", [row.signId]);
    const sums = sumsOf(scans);
    const lines = linesOf(row);
    const bad = share(lines, sums, "bad");
    const good = share(
      lines.map((l) => Object.assign(l, { room: l.signQty - (bad.get(l) ?? 0) })),
      sums,
      "good",
    );
    const rest = text(answers, "rest") === "on";
    const items = lines.map((l) => {
      const rejectQty = bad.get(l) ?? 0;
      const why = rejectQty
        ? {
            rejectReason: text(answers, "reason") || null,
            rejectHandle: text(answers, "handle") || null,
            photos: files(answers, "photos"),
          }
        : {};
      const passQty = rest ? l.signQty - rejectQty : (good.get(l) ?? 0);
      return { id: l.id, sampleQty: l.sampleQty, passQty, rejectQty, ...why };
    });
    const reportFiles = files(answers, "report");
    const rules = c.book.get(inspection.name)?.rules ?? {};
    await editOne(c, inspection, rules, id, undefined, { items, ...(reportFiles.length && { reportFiles }) });
    await perform(c, inspection, id, "finish", {});
    return { document: inspection.name, id, said: `质检单${job.documentNo}已完成质检` };
  },
};
