import { NOW, patch, pick, type RuleContext, rules, transition, visible } from "#backend/engine/documents";
import { fallDue } from "#backend/ledgers/payables/book-order";
import type { Move, Shortage, Source } from "#backend/ledgers/stock";
import { postMoves, reverseMoves, shortageToReverse } from "#backend/ledgers/stock";
import { keep, lockIds } from "#backend/platform/db";
import { conflict, invalid, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { LineDraft, LineOf, RowOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { refreshOrder } from "../order-lines/chain";
import { lockGoods } from "../order-lines/locks";
import { lockOrderLines } from "../order-lines/order-lines";
import { refreshSign } from "../order-lines/sign-state";
import { countResults } from "./counts";

type PostRow = RowOf<typeof inspection>;

const sourceOf = ({ id, no }: PostRow): Source => ({ document: "inspection", id, no });

const resultOf = ({ poLineId, passQty, rejectQty }: LineOf<typeof inspection, "items">) => ({
  poLineId,
  passQty: passQty ?? 0,
  rejectQty,
});

const movesOf = ({ warehouseId, items }: PostRow): Move[] =>
  items.flatMap(({ id: lineId, skuId, passQty, rejectQty }): Move[] => {
    const shift = { warehouseId, skuId, kind: "shift", from: "qc", lineId } as const;
    return [
      { ...shift, to: "good", qty: passQty ?? 0, type: "qcPass" },
      { ...shift, to: "bad", qty: rejectQty, type: "qcReject" },
    ];
  });

/** What follows the state of an inspection, which is written: its receipt, then its orders. */
async function follow(c: RuleContext, row: PostRow, orders: readonly string[]) {
  await refreshSign(c, row.signId);
  for (const poId of orders) await refreshOrder(c, poId);
}

/** Locks the order lines of an inspection and their goods; answers the orders, ascending. */
async function lockOrders(c: RuleContext, { items }: PostRow): Promise<{ orders: string[] }> {
  const lines = await lockOrderLines(
    c,
    items.map((l) => l.poLineId),
  );
  const orders = [...new Set([...lines.values()].map((l) => l.poId))];
  orders.sort((a, b) => Number(a) - Number(b));
  await lockGoods(c, orders);
  return { orders };
}

/**
 * The inspection counts (supply.md 3, effect of finish): pieces leave 待检, order lines know what
 * passed. Receipt, inspection and orders are locked.
 */
async function post(c: RuleContext, row: PostRow, orders: readonly string[]): Promise<void> {
  await postMoves(c, sourceOf(row), `finish:${row.version}`, movesOf(row));
  await countResults(c, row.items.map(resultOf), 1);
  await follow(c, row, orders);
  for (const poId of orders) await fallDue(c, poId);
}

/** Number of a submitted return or exchange that names the inspection. */
async function returnedBy({ sql }: RuleContext, id: string): Promise<string | undefined> {
  const row = await sql.one<{ no: string }>(
    `select no from (
       select id, no, inspection_id, status, del_flag from purchase_return
       union all select id, no, inspection_id, status, del_flag from purchase_exchange) x
     where inspection_id = $1 and del_flag = 0 and status not in ('draft', 'rejected', 'void')
     order by id limit 1`,
    [id],
  );
  return row?.no;
}

const shortage = ({ sku, need, available }: Shortage) =>
  `可用库存不足，无法撤销：SKU ${sku} 需${need}，可用${available}`;

/** Why what it posted cannot be taken back now; locks the pools. */
const shortToUnpost = (c: RuleContext, row: PostRow): Promise<string | undefined> =>
  shortageToReverse(c, sourceOf(row), shortage);

/**
 * Takes back what it posted.
 * @throws Refusal 409 可用库存不足，无法撤销：SKU {code} 需{need}，可用{avail}
 */
async function unpost(c: RuleContext, row: PostRow, orders: readonly string[]): Promise<void> {
  await reverseMoves(c, sourceOf(row), `reverse:${row.version}`, { shortage });
  await countResults(c, row.items.map(resultOf), -1);
  await follow(c, row, orders);
}

type InspectionLine = LineOf<typeof inspection, "items">;
type InspectionDraft = LineDraft<typeof inspection, "items">;

const n = (qty: number | null | undefined) => qty ?? 0;

/** Figures of a line that cannot be, while it is filled in. @throws Refusal 400 naming the field */
function requireFigures(items: readonly InspectionDraft[]): void {
  for (const [i, line] of items.entries()) {
    const field = (name: keyof InspectionDraft) => `items.${i}.${name}`;
    if (n(line.sampleQty) > n(line.signQty)) throw invalidAt(field("sampleQty"), "抽检数不能大于签收数");
    if (n(line.sampleBadQty) > n(line.sampleQty)) throw invalidAt(field("sampleBadQty"), "抽检不良不能大于抽检数");
    if (n(line.passQty) + n(line.rejectQty) > n(line.signQty))
      throw invalidAt(field("passQty"), "合格数与不合格数之和不能大于签收数");
    if (n(line.concessionQty) > n(line.passQty)) throw invalidAt(field("concessionQty"), "让步接收不能大于合格数");
  }
}

/**
 * 完成质检 (supply.md 3): every piece has its result, every rejected one its reason.
 * @throws Refusal 409 第{n}行合格数+不合格数须等于签收数，请在“编辑”中填写; 请填写不合格原因并上传照片
 */
function requireResult(items: readonly InspectionLine[], reportFiles: readonly string[]): void {
  for (const [i, line] of items.entries())
    if (n(line.passQty) + line.rejectQty !== line.signQty)
      throw conflict(`第${i + 1}行合格数+不合格数须等于签收数，请在“编辑”中填写`);
  const rejected = items.filter((l) => l.rejectQty > 0);
  for (const { rejectReason, photos, rejectHandle } of rejected) {
    if (!rejectReason || !photos.length) throw conflict("请填写不合格原因并上传照片");
    if (!rejectHandle) throw conflict("请选择不合格品的处理方式");
  }
  if (rejected.length && !reportFiles.length) throw conflict("请上传质检报告");
}

const total = (items: readonly InspectionLine[], of: (line: InspectionLine) => number) =>
  items.reduce((sum, line) => sum + of(line), 0);

/** 结论 as a pure function of the lines. */
function conclusionOf(items: readonly InspectionLine[]): RowOf<typeof inspection>["conclusion"] {
  if (items.some((l) => l.concessionQty > 0)) return "concession";
  if (!items.some((l) => l.rejectQty > 0)) return "pass";
  return items.some((l) => n(l.passQty) > 0) ? "partPass" : "fail";
}

/** Writes what a finished inspection says as a whole, and who says it. */
async function conclude(c: RuleContext, id: string, items: readonly InspectionLine[]): Promise<void> {
  const [pass, sign] = [total(items, (l) => n(l.passQty)), total(items, (l) => l.signQty)];
  await patch(c, inspection, id, {
    passQty: pass,
    rejectQty: total(items, (l) => l.rejectQty),
    passRate: dec(pass).times(100).div(sign).toFixed(2),
    conclusion: conclusionOf(items),
    inspectorId: c.caller.userId,
    inspectTime: NOW,
  });
}

/** Takes that back: the lines keep their figures, the whole has none. */
async function reopen({ sql }: RuleContext, id: string): Promise<void> {
  await patch({ sql }, inspection, id, {
    passQty: 0,
    rejectQty: 0,
    passRate: null,
    conclusion: null,
    inspectorId: null,
    inspectTime: null,
  });
}

/** Puts the lines of an inspection aside before it is reversed: they can be read, not changed. */
const keepPast = ({ sql, caller }: RuleContext, id: string) =>
  sql.query(
    `insert into inspection_past (tenant_id, create_by, inspection_id, line_no, inspected_by,
       inspect_time, reversed_by, reversed_at, sku_code, sign_qty, pass_qty, reject_qty,
       concession_qty, reject_reason, reject_handle, photos)
     select l.tenant_id, $2, h.id,
       (select count(*) from inspection_past p where p.inspection_id = h.id) + l.line_no,
       u.displayname, h.inspect_time, $3, now(), l.sku_code, l.sign_qty, l.pass_qty, l.reject_qty,
       coalesce(l.concession_qty, 0), l.reject_reason, l.reject_handle, l.photos
     from inspection_line l join inspection h on h.id = l.inspection_id
       left join sys_user u on u.id = h.inspector_id
     where h.id = $1 and l.del_flag = 0`,
    [id, caller.userId, caller.displayname],
  );

/** The receipt comes before its inspection. */
async function lockFirst(c: RuleContext, id: string): Promise<void> {
  const row = await pick(c, inspection, id, ["signId"]);
  await lockIds(c.sql, "wms_sign", [row?.signId]);
}

const asksConcession = ({ items }: PostRow) => items.some((l) => l.concessionQty > 0);

/** Rows are those of the receipt: what is given changes them, none comes or goes. */
const merged = <L extends { id: string }, G extends { id?: string | null }>(
  before: readonly L[],
  given: readonly G[] | undefined,
) => given && before.map((row) => ({ ...row, ...given.find((g) => g.id === row.id) }));

/** Somebody was faster: says who, before the state says that it is over. @throws Refusal 409 */
async function requireFree(c: RuleContext, id: string) {
  const where = visible(inspection, c.caller).and("t.id = ?", id);
  const row = await c.sql.one<{ by: string | null }>(
    `select u.displayname as by from inspection t join sys_user u on u.id = t.claimer_id
     where t.status = 'inspecting' and ${where} ${keep(c.sql, "inspection", "change", "t")}`,
    where.values,
  );
  if (row) throw conflict(`已被${row.by}领取`);
}

const claim = transition(inspection, "claim", {
  async lockFirst(c, id) {
    await lockFirst(c, id);
    await requireFree(c, id);
  },
  async effect(c, { row }) {
    await patch(c, inspection, row.id, { claimerId: c.caller.userId });
    await refreshSign(c, row.signId);
  },
});

/** 完成质检: a concession is approved before anything counts. */
const finish = transition(inspection, "finish", {
  lockFirst,
  lock: lockOrders,
  guard: ({ row }) => requireResult(row.items, row.reportFiles),
  to: ({ row }) => (asksConcession(row) ? "auditing" : "done"),
  async effect(c, { row, orders }) {
    await conclude(c, row.id, row.items);
    if (!asksConcession(row)) await post(c, row, orders);
  },
});

const approved = transition(inspection, "approved", {
  lockFirst,
  lock: lockOrders,
  effect: (c, { row, orders }) => post(c, row, orders),
});

/** 让步驳回 and 撤回: what was concluded is open again. */
const returned = transition(inspection, "returned", {
  lockFirst,
  to: () => "inspecting",
  effect: (c, { row }) => reopen(c, row.id),
});

/** 撤销质检 (supply.md 3): the opposite of what it posted. */
const reverse = transition(inspection, "reverse", {
  lockFirst,
  lock: async (c, row) => ({
    ...(await lockOrders(c, row)),
    returnNo: await returnedBy(c, row.id),
    short: await shortToUnpost(c, row),
  }),
  guard: ({ returnNo, short }) => (returnNo ? `已生成退换货单${returnNo}` : short),
  async effect(c, { row, orders }) {
    await keepPast(c, row.id);
    await unpost(c, row, orders);
    await reopen(c, row.id);
  },
});

/** 质检单 (supply.md 3). Receipts open them (`open.ts`). */
export const inspectionRules = rules(inspection, {
  async beforeSave(_c, next, before) {
    if (!before) return;
    if ((next.qcType ?? before.qcType) === "exempt") throw invalid("免检由签收单决定", { qcType: "免检由签收单决定" });
    next.items = merged(before.items, next.items);
    next.checks = merged(before.checks, next.checks);
    const full = (next.qcMethod ?? before.qcMethod) === "full";
    if (full) for (const line of next.items ?? []) line.sampleQty = line.signQty;
    if (next.items) requireFigures(next.items);
  },
  transitions: [claim, finish, approved, returned, reverse],
});
