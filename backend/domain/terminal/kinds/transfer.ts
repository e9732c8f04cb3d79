import { z } from "zod";
import { perform, type RuleContext, readWhole, visible } from "#backend/engine/documents";
import { addOne } from "#backend/engine/documents/calls/writes";
import { permit } from "#backend/engine/documents/writing/write";
import { nextOrder } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { warehouse } from "#documents/base/warehouse";
import { transfer } from "#documents/logistics/transfer";
import { cartonOf } from "#documents/wms/scanned";
import { codesOf, skuOf } from "../codes";
import { type Counted, type Expected, isCarton, type JobPlace, type Measures, type Piece, sumsOf } from "../job";
import { ask, type DomainKind, type Opened, share } from "../kind";
import { goodsHere } from "./other";

/** Equal boxes, one after the other, with what is in each. */
interface TransferSealed extends Measures {
  boxes: number;
  contents: Piece[];
}

const NUMBER = "(\\d{1,5}(?:\\.\\d{1,2})?)";
const SEAL = new RegExp(`^(?:BOX|封箱)(?: ${NUMBER})?(?: ${NUMBER}[X*×]${NUMBER}[X*×]${NUMBER})?$`);

/** `BOX`, `BOX 12.5`, `BOX 12.5 60X40X40`: the box is full, with weight and measures. */
function sealIn(code: string): Measures | undefined {
  const found = SEAL.exec(code.replace(/\s+/g, " "));
  if (!found) return undefined;
  const [, weightKg, lengthCm, widthCm, heightCm] = found;
  return { weightKg, lengthCm, widthCm, heightCm };
}

/** What was put into the box that is still open, by SKU. */
const sumOf = (pieces: readonly Piece[]): Piece[] => {
  const sums = new Map<string, number>();
  for (const { skuId, qty } of pieces) sums.set(skuId, (sums.get(skuId) ?? 0) + qty);
  return [...sums].map(([skuId, qty]) => ({ skuId, qty }));
};

/** Boxes as they were sealed, and what lies in the open one. */
function boxesOf(scans: readonly Counted[]): { sealed: TransferSealed[]; open: Piece[] } {
  const sealed: TransferSealed[] = [];
  let open: Piece[] = [];
  for (const { pieces } of scans) {
    const seal = pieces.find((p) => p.seal);
    if (!seal) open.push(...pieces);
    else {
      // A box whose pieces were taken back is none.
      if (open.length) sealed.push({ ...seal.seal, boxes: seal.qty, contents: sumOf(open) });
      open = [];
    }
  }
  return { sealed, open: sumOf(open) };
}

const countBoxes = (scans: readonly Counted[]): number => boxesOf(scans).sealed.reduce((n, s) => n + s.boxes, 0);

/** Seals the open box, `times` equal ones. @throws Refusal 409 箱内没有货 */
function seal(scans: readonly Counted[], measures: Measures, times: number) {
  if (times > 999) throw invalid("一次最多999箱");
  const { sealed, open } = boxesOf(scans);
  if (!open.length) throw conflict("箱内没有货，请先扫货");
  const first = sealed.reduce((n, s) => n + s.boxes, 0) + 1;
  const more = open.map(({ skuId, qty }) => ({ skuId, qty: qty * (times - 1) }));
  const pieces: Piece[] = [{ skuId: "", qty: times, seal: measures }, ...more.filter((p) => p.qty > 0)];
  const inside = open.reduce((n, p) => n + p.qty, 0);
  const which = times > 1 ? `第${first}到${first + times - 1}箱` : `第${first}箱`;
  return { pieces, said: `${which}已封，${times > 1 ? "每箱" : ""}${inside}件` };
}

interface TransferFound {
  id: string;
  no: string;
  status: string;
  transferType: string;
  place: string;
}

/** The transfer that a number, a shipment or a carton label names; `at`: which of its ends is here. */
async function found(
  c: RuleContext,
  place: JobPlace,
  code: string,
  at: "from_warehouse_id" | "to_warehouse_id",
): Promise<TransferFound | undefined> {
  const no = isCarton(code) ? code.slice(0, code.lastIndexOf("-")) : code;
  const where = visible(transfer, c.caller).and("(t.no = ? or t.shipment_id = ?)", no, no);
  const row = await c.sql.one<TransferFound & { here: string }>(
    `select t.id, t.no, t.status, t.transfer_type as "transferType", w.name as place, t.${at} as here
     from transfer t join warehouse w on w.id = t.${at} where ${where} order by t.id desc limit 1`,
    where.values,
  );
  if (row && row.here !== place.id) throw conflict(`${row.no}在${row.place}，不是${place.name}`);
  return row;
}

async function expectedOf(c: RuleContext, pieces: readonly Piece[]): Promise<Expected[]> {
  const ids = pieces.map((p) => p.skuId);
  const known = await codesOf(c, ids);
  return [...known.values()].map(({ id, code, name, codes }) => ({
    skuId: id,
    code,
    name,
    codes,
    qty: pieces.filter((p) => p.skuId === id).reduce((n, p) => n + p.qty, 0),
  }));
}

/** 装箱: pieces into the open box until it is sealed. */
export const pack: DomainKind = {
  async open(c, place, code) {
    const row = await found(c, place, code, "from_warehouse_id");
    if (!row) return undefined;
    if (row.transferType === "1") throw conflict("国内仓调拨无需装箱");
    if (row.status !== "approved") throw conflict(`调拨单${row.no}不是待装箱状态`);
    const { items } = await readWhole(c, transfer, row.id);
    const pieces = items.map(({ skuId, goodQty, badQty }) => ({ skuId, qty: goodQty + badQty }));
    return { id: row.id, no: row.no, expected: await expectedOf(c, pieces) };
  },
  pieces(_job, code, before, qty) {
    const measures = sealIn(code);
    return measures && seal(before, measures, qty);
  },
  cartons: countBoxes,
  ask: async () => [],
  async finish(c, job, scans) {
    const { sealed, open } = boxesOf(scans);
    const all = open.length ? [...sealed, { boxes: 1, contents: open }] : sealed;
    let boxNo = 1;
    const boxes = all.flatMap(({ boxes: count, contents, ...measures }) => {
      const first = boxNo;
      boxNo += count;
      const rows = contents.map(({ skuId, qty }, i) => ({
        boxNo: first,
        boxes: count,
        skuId,
        qty,
        ...(i === 0 && measures),
      }));
      return rows;
    });
    const id = job.documentId ?? "";
    await perform(c, transfer, id, "pack", { boxes });
    return { document: transfer.name, id, said: `${job.documentNo}已装箱，共${boxNo - 1}箱` };
  },
};

const boxedIn = async (c: RuleContext, id: string) => {
  const { boxes } = await readWhole(c, transfer, id);
  return boxes.map(({ boxNo, contents }) => ({ boxNo, contents }));
};

/** 收货: by pieces or whole boxes, in part as often as it comes. */
export const receive: DomainKind = {
  async open(c, place, code) {
    const row = await found(c, place, code, "to_warehouse_id");
    if (!row) return undefined;
    if (row.status !== "shipped" && row.status !== "partReceived")
      throw conflict(`调拨单${row.no}不在运输中，不能收货`);
    const { items } = await readWhole(c, transfer, row.id);
    const left = items.map((l) => ({ skuId: l.skuId, qty: l.shippedQty - l.receivedGoodQty - l.receivedBadQty }));
    const facts = { boxes: await boxedIn(c, row.id) };
    const opened: Opened = { id: row.id, no: row.no, expected: await expectedOf(c, left), facts };
    return isCarton(code) ? { ...opened, pieces: contentsOf(opened, code) } : opened;
  },
  pieces(job, code, before) {
    if (!isCarton(code)) return undefined;
    if (before.some((s) => s.code === code)) throw conflict(`箱唛${code}已扫过`);
    const pieces = contentsOf({ no: job.documentNo, facts: job.facts }, code);
    return { pieces, said: `${code}：${pieces.reduce((n, p) => n + p.qty, 0)}件` };
  },
  ask: async () => [],
  async finish(c, job, scans) {
    const id = job.documentId ?? "";
    const row = await readWhole(c, transfer, id);
    const sums = sumsOf(scans);
    const lines = row.items
      .map((l) => ({ id: l.id, skuId: l.skuId, room: l.shippedQty - l.receivedGoodQty - l.receivedBadQty }))
      .filter((l) => l.room > 0);
    const bad = share(lines, sums, "bad");
    const good = share(
      lines.map((l) => Object.assign(l, { room: l.room - (bad.get(l) ?? 0) })),
      sums,
      "good",
    );
    const items = lines.map((l) => ({ lineId: l.id, goodQty: good.get(l) ?? 0, badQty: bad.get(l) ?? 0 }));
    await perform(c, transfer, id, "receive", { items });
    const pieces = items.reduce((n, l) => n + l.goodQty + l.badQty, 0);
    return { document: transfer.name, id, said: `${job.documentNo}收货${pieces}件` };
  },
};

const boxed = z.object({
  boxNo: z.number(),
  contents: z.array(z.object({ skuId: z.coerce.string(), qty: z.number() })).nullish(),
});

/** What the box of a label holds. @throws Refusal for a label of another document */
function contentsOf({ no, facts }: Pick<Opened, "no" | "facts">, code: string): Piece[] {
  const boxes = z.array(boxed).parse(facts?.boxes ?? []);
  const box = boxes.find((b) => b.boxNo === cartonOf(code));
  if (!code.startsWith(`${no}-`) || !box) throw conflict(`箱唛${code}不属于${no}`);
  return box.contents ?? [];
}

/** 移库: the other warehouse first, then pieces; what it becomes is 国内仓调拨. */
export const move: DomainKind = {
  async open(c, place, code) {
    const where = visible(warehouse, c.caller)
      .and("t.enabled")
      .and("t.kind in ('domestic', 'sample')")
      .and("(upper(t.code) = ? or upper(t.name) = ?)", code, code);
    const row = await c.sql.one<{ id: string; name: string }>(
      `select t.id, t.name from warehouse t where ${where}`,
      where.values,
    );
    if (!row) {
      if (await skuOf(c, code)) throw conflict("请先扫调入仓的编码");
      throw conflict(`${code}不是由您负责的国内仓，请扫调入仓的编码`);
    }
    if (row.id === place.id) throw conflict(`${row.name}就是本仓，请扫调入仓的编码`);
    return { id: null, no: `→${row.name}`, expected: [], facts: { toWarehouseId: row.id } };
  },
  more: goodsHere,
  ask: async () => [ask("text", "remark", "备注")],
  async finish(c, job, scans, answers) {
    permit(c.caller.permissions, transfer, "add");
    const { id, no } = await addOne(c, transfer, c.book.get(transfer.name)?.rules ?? {}, {
      transferType: "1",
      feeShareType: transfer.fields.feeShareType.default,
      fromWarehouseId: job.warehouseId,
      toWarehouseId: job.facts.toWarehouseId,
      remark: answers.remark || null,
      items: [...sumsOf(scans)].map(([skuId, { good, bad }]) => ({ skuId, goodQty: good, badQty: bad })),
    });
    // Nobody else knows the new row: locking it after what it names stands in nobody's way.
    nextOrder(c.sql);
    await perform(c, transfer, id, "submit", {});
    return { document: transfer.name, id, said: `调拨单${no}已提交` };
  },
};
