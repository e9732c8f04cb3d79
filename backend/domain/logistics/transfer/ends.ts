import { giveBackMade } from "#backend/domain/replenish/store";
import { patch, type RuleContext, transition } from "#backend/engine/documents";
import { lose, release, reserve, reverseMoves, shortageToReverse } from "#backend/ledgers/stock";
import { dec } from "#backend/platform/values";
import { transfer } from "#documents/logistics/transfer";
import { openClaims } from "../claim/claim";
import { cabinetOf, customsOf } from "../gates";
import { endsWithPlan, followTransfer, lockPlan, planOf } from "../planned";
import { foreignPlace } from "./keeper";
import { holdsOf, type Line, piecesOf, receivedOf, sourceOf, type TransferRow, writeLines } from "./lines";
import { notTheirs } from "./makers";
import { toFba } from "./places";
import { byTurn, countOnTurns, giveBack } from "./turn";

const missingOf = (line: Line) => line.shippedQty - receivedOf(line);

/** What is lost of a line bears what is left of its freight. */
const feeLost = (line: Line) => dec(line.feeAmount).minus(line.feePosted).toFixed(2);

/** 差异关闭 (supply.md 5): what did not come in is lost, and asked for once more by who wanted it. */
export const close = transition(transfer, "close", {
  lockFirst: lockPlan,
  async effect(c, { row }) {
    await giveBack(c, byTurn(row.items, missingOf));
    const legs = row.items.map((line) => ({
      skuId: line.skuId,
      toWarehouseId: row.toWarehouseId,
      lineId: line.id,
      qty: missingOf(line),
      fee: feeLost(line),
    }));
    const gone = await lose(c, sourceOf(row), `close:${row.version}`, legs, { loss: "transferLoss" });
    const lines = row.items.map((line) => ({
      ...line,
      lostQty: missingOf(line),
      lostAmount: gone.find((g) => g.lineId === line.id)?.amount ?? "0.00",
    }));
    await writeLines(c, row.id, lines);
    await giveBackMade(c, row.items);
    if (toFba(row.transferType)) await openClaims(c, row, lines);
    await followTransfer(c, row);
  },
});

const blank = (line: Line) => ({ ...line, shippedQty: 0, outAmount: "0.00", feeAmount: "0.00", feePosted: "0.00" });

/** 撤销发货 (supply.md 5): the goods come back at what they left with, and are held again. */
export const reverse = transition(transfer, "reverse", {
  lockFirst: lockPlan,
  lock: async (c, row) => ({
    foreign: await foreignPlace(c, row.fromWarehouseId),
    customs: await customsOf(c, row.id),
    short: await shortageToReverse(c, sourceOf(row)),
  }),
  guard({ row, foreign, customs, short }) {
    if (row.openingNo) return "期初在途没有出库流水，不能撤销发货";
    if (row.receivedQty > 0) return "已收货，不能撤销";
    return foreign ?? (customs?.released ? "已放行，不能撤销" : short);
  },
  to: ({ row }) => (row.transferType === "1" ? "approved" : "packed"),
  async effect(c, { row }) {
    await countOnTurns(
      c,
      byTurn(row.items, (line) => piecesOf(line) - line.shippedQty),
    );
    await reverseMoves(c, sourceOf(row), `reverse:${row.version}`);
    await reserve(c, sourceOf(row), holdsOf(row));
    await writeLines(c, row.id, row.items.map(blank));
    await patch(c, transfer, row.id, { shipTime: null });
    await followTransfer(c, row);
  },
});

const free = (c: RuleContext, row: TransferRow) => release(c, sourceOf(row));
const asked = (row: TransferRow) => byTurn(row.items, piecesOf);

/** States of a declaration that customs have before them: it declares nothing that stays here. */
const BEFORE_CUSTOMS: readonly string[] = ["declared", "inspecting"];

/** 作废: what was held is free again, and asked for once more. */
export const voided = transition(transfer, "void", {
  lockFirst: lockPlan,
  lock: async (c, row) => ({
    plan: await planOf(c, row),
    cabinet: await cabinetOf(c, row.id),
    customs: await customsOf(c, row.id),
  }),
  guard({ plan, cabinet, customs }) {
    const planned = endsWithPlan(plan);
    if (planned) return planned;
    if (cabinet) return `已加入组柜单${cabinet}`;
    if (!customs) return undefined;
    if (customs.released) return "已放行，不能作废";
    return BEFORE_CUSTOMS.includes(customs.status)
      ? `报关单${customs.no}已申报，请先在海关撤单并作废报关单`
      : `已有报关单${customs.no}，请先删除或作废`;
  },
  async effect(c, { row }) {
    await giveBack(c, asked(row));
    await free(c, row);
    await giveBackMade(c, row.items);
  },
});

/** Withdrawn or rejected. */
export const returned = transition(transfer, "returned", {
  async effect(c, { row }) {
    await free(c, row);
    await giveBackMade(c, row.items);
  },
});

/** A draft is deleted. */
export const deleted = transition(transfer, "del", {
  lockFirst: lockPlan,
  lock: async (c, row) => ({ plan: await planOf(c, row), foreign: notTheirs(c, row.transferType) }),
  guard: ({ plan, foreign }) => endsWithPlan(plan) ?? foreign,
  async effect(c, { row }) {
    await giveBack(c, asked(row));
    await giveBackMade(c, row.items);
  },
});

const exported = (row: TransferRow) => row.transferType === "2" || row.transferType === "3";

export const toCabinet = transition(transfer, "toCabinet", {
  guard({ row }) {
    if (!exported(row)) return "只有发往海外仓、FBA的国内货物可以组柜";
    return row.cabinetId && "已加入组柜单";
  },
});

export const toCustoms = transition(transfer, "toCustoms", {
  guard({ row }) {
    if (!exported(row)) return "只有发往海外仓、FBA的国内货物需要报关";
    return row.customsId && "已有报关单";
  },
});
