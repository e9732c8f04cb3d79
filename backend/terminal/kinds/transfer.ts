import { z } from "zod";
import { warehouse } from "#documents/base/warehouse";
import { transfer } from "#documents/logistics/transfer";
import { cartonOf } from "#documents/wms/scanned";
import { nextOrder } from "../../db/locks";
import { addOne } from "../../documents/calls/writes";
import { perform } from "../../documents/lifecycle/perform";
import { readWhole } from "../../documents/reading/row";
import { visible } from "../../documents/reading/where";
import type { RuleContext } from "../../documents/rules";
import { permit } from "../../documents/writing/write";
import { conflict } from "../../http/refusal";
import { codesOf, skuOf } from "../codes";
import { type Expected, isCarton, type Piece, sumsOf } from "../job";
import { ask, type Kind, type Opened, share } from "../kind";
import type { Place } from "../place";
import { boxesOf, countBoxes, seal, sealIn } from "./boxes";
import { goodsHere } from "./other";

interface Found {
  id: string;
  no: string;
  status: string;
  transferType: string;
  fromWarehouseId: string;
  toWarehouseId: string;
  place: string;
}

/** The transfer that a number, a shipment or a carton label names; `at`: which of its ends is here. */
async function found(
  c: RuleContext,
  place: Place,
  code: string,
  at: "from_warehouse_id" | "to_warehouse_id",
): Promise<Found | undefined> {
  const no = isCarton(code) ? code.slice(0, code.lastIndexOf("-")) : code;
  const where = visible(transfer, c.caller).and("(t.no = ? or t.shipment_id = ?)", no, no);
  const row = await c.sql.one<Found & { here: string }>(
    `select t.id, t.no, t.status, t.transfer_type as "transferType", w.name as place, t.${at} as here
     from transfer t join warehouse w on w.id = t.${at} where ${where} order by t.id desc limit 1`,
    where.values,
  );
  if (row && row.here !== place.id) throw conflict(`${row.no}在${row.place}，不是${place.name}`);
  return row;
}

async function expectedOf(c: RuleContext, pieces: readonly Piece[]): Promise<Expected[]> {
  const known = await codesOf(
    c,
    pieces.map((p) => p.skuId),
  );
  return [...known.values()].map(({ id, code, name, codes }) => ({
    ...{ skuId: id, code, name, codes },
    qty: pieces.filter((p) => p.skuId === id).reduce((n, p) => n + p.qty, 0),
  }));
}

/** 装箱: pieces into the open box until it is sealed. */
export const pack: Kind = {
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
        ...{ boxNo: first, boxes: count, skuId, qty },
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
export const receive: Kind = {
  async open(c, place, code) {
    const row = await found(c, place, code, "to_warehouse_id");
    if (!row) return undefined;
    if (row.status !== "shipped" && row.status !== "partReceived")
      throw conflict(`调拨单${row.no}不在运输中，不能收货`);
    const { items } = await readWhole(c, transfer, row.id);
    const left = items.map((l) => ({
      skuId: l.skuId,
      qty: l.shippedQty - l.receivedGoodQty - l.receivedBadQty,
    }));
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
      .map((l) => ({
        ...{ id: l.id, skuId: l.skuId },
        room: l.shippedQty - l.receivedGoodQty - l.receivedBadQty,
      }))
      .filter((l) => l.room > 0);
    const bad = share(lines, sums, "bad");
    const good = share(
      lines.map((l) => Object.assign(l, { room: l.room - (bad.get(l) ?? 0) })),
      sums,
      "good",
    );
    const items = lines.map((l) => ({
      lineId: l.id,
      goodQty: good.get(l) ?? 0,
      badQty: bad.get(l) ?? 0,
    }));
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
export const move: Kind = {
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
      items: [...sumsOf(scans)].map(([skuId, { good, bad }]) => ({
        ...{ skuId, goodQty: good, badQty: bad },
      })),
    });
    // Nobody else knows the new row: locking it after what it names stands in nobody's way.
    nextOrder(c.sql);
    await perform(c, transfer, id, "submit", {});
    return { document: transfer.name, id, said: `调拨单${no}已提交` };
  },
};
