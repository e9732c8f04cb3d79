import type { LineDraft, LineOf, RowOf } from "#documents/kit";
import type { inspection } from "#documents/purchase/inspection";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";

type Line = LineOf<typeof inspection, "items">;
type Draft = LineDraft<typeof inspection, "items">;

const at = (path: string, message: string) => invalid(message, { [path]: message });
const n = (qty: number | null | undefined) => qty ?? 0;

/** Figures of a line that cannot be, while it is filled in. @throws Refusal 400 naming the field */
export function requireFigures(items: readonly Draft[]): void {
  for (const [i, line] of items.entries()) {
    const field = (name: keyof Draft) => `items.${i}.${name}`;
    if (n(line.sampleQty) > n(line.signQty)) throw at(field("sampleQty"), "抽检数不能大于签收数");
    if (n(line.sampleBadQty) > n(line.sampleQty))
      throw at(field("sampleBadQty"), "抽检不良不能大于抽检数");
    if (n(line.passQty) + n(line.rejectQty) > n(line.signQty))
      throw at(field("passQty"), "合格数与不合格数之和不能大于签收数");
    if (n(line.concessionQty) > n(line.passQty))
      throw at(field("concessionQty"), "让步接收不能大于合格数");
  }
}

/**
 * 完成质检 (supply.md 3): every piece has its result, every rejected one its reason.
 * @throws Refusal 409 第{n}行合格数+不合格数须等于签收数; 请填写不合格原因并上传照片
 */
export function requireResult(items: readonly Line[], reportFiles: readonly string[]): void {
  for (const [i, line] of items.entries())
    if (n(line.passQty) + line.rejectQty !== line.signQty)
      throw conflict(`第${i + 1}行合格数+不合格数须等于签收数`);
  const rejected = items.filter((l) => l.rejectQty > 0);
  for (const { rejectReason, photos, rejectHandle } of rejected) {
    if (!rejectReason || !photos.length) throw conflict("请填写不合格原因并上传照片");
    if (!rejectHandle) throw conflict("请选择不合格品的处理方式");
  }
  if (rejected.length && !reportFiles.length) throw conflict("请上传质检报告");
}

const total = (items: readonly Line[], of: (line: Line) => number) =>
  items.reduce((sum, line) => sum + of(line), 0);

/** 结论 as a pure function of the lines. */
export function conclusionOf(items: readonly Line[]): RowOf<typeof inspection>["conclusion"] {
  if (items.some((l) => l.concessionQty > 0)) return "concession";
  if (!items.some((l) => l.rejectQty > 0)) return "pass";
  return items.some((l) => n(l.passQty) > 0) ? "partPass" : "fail";
}

/** Writes what a finished inspection says as a whole, and who says it. */
export async function conclude(c: RuleContext, id: string, items: readonly Line[]): Promise<void> {
  const [pass, sign] = [total(items, (l) => n(l.passQty)), total(items, (l) => l.signQty)];
  await c.sql.query(
    `update inspection set pass_qty = $2, reject_qty = $3, pass_rate = $4, conclusion = $5,
       inspector_id = $6, inspect_time = now() where id = $1`,
    [
      ...[id, pass, total(items, (l) => l.rejectQty)],
      ...[dec(pass).times(100).div(sign).toFixed(2), conclusionOf(items), c.caller.userId],
    ],
  );
}

/** Takes that back: the lines keep their figures, the whole has none. */
export async function reopen({ sql }: RuleContext, id: string): Promise<void> {
  await sql.query(
    `update inspection set pass_qty = 0, reject_qty = 0, pass_rate = null, conclusion = null,
       inspector_id = null, inspect_time = null where id = $1`,
    [id],
  );
}
