import { Readable } from "node:stream";
import { z } from "zod";
import { connectorOf } from "#backend/engine/connect/connector";
import { download } from "#backend/engine/connect/download";
import { type Message, type OutboxHandler, onOutbox } from "#backend/engine/connect/words";
import {
  type Engine,
  lockRow,
  lockWhole,
  moveTo,
  patch,
  type RuleContext,
  readWhole,
  settle,
} from "#backend/engine/documents";
import type { BackendConfig } from "#backend/platform/config";
import type { Database, Sql } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import { tieFiles } from "#backend/platform/files/owners";
import { systemOf } from "#backend/platform/http";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import type { InboundTask } from "#documents/logistics/fba-inbound-words";
import { transfer } from "#documents/logistics/transfer";
import { BOX_LABELS, INBOUND } from "../planned";
import { type InboundRow, type InboundStep, tell } from "./ask";
import { type InboundProblem, inboundCalls } from "./platform";
import { type InboundScene, inboundSteps, track } from "./steps";
import { endTransfers, makeTransfers, replaceRows } from "./transfers";
import { Failed, walkOf } from "./walk";

const told = z.object({
  step: z.enum(["create", "pack", "choose", "transport", "window", "cancel", "drop", "track"]),
  transferId: z.string().optional(),
  planId: z.string().optional(),
});
const saidOf = ({ payload }: Message) => told.parse(payload);

const isTask = (step: InboundStep): step is InboundTask => step in inboundSteps;

const packed = z.object({ packingGroups: z.array(z.object({ id: z.string(), mskus: z.array(z.string()) })) });
const offered = z.object({
  options: z.array(
    z.object({
      optionId: z.string(),
      fee: z.string(),
      currency: z.string().nullable(),
      shipmentCount: z.number(),
      centres: z.string(),
      split: z.string(),
    }),
  ),
});
const split = z.object({
  shipments: z.array(
    z.object({
      platformId: z.string(),
      shipmentId: z.string(),
      fcCode: z.string().nullable(),
      referenceId: z.string().nullable(),
      items: z.array(z.object({ msku: z.string(), quantity: z.number() })),
      boxes: z.array(
        z.object({
          boxNo: z.number(),
          boxId: z.string().optional(),
          boxes: z.number(),
          skuId: z.string(),
          qty: z.number(),
          lengthCm: z.string().optional(),
          widthCm: z.string().optional(),
          heightCm: z.string().optional(),
          weightKg: z.string().optional(),
        }),
      ),
    }),
  ),
});
const carried = z.object({
  /** Left out where windows are to be chosen first. */
  fees: z.array(z.object({ platformId: z.string(), fee: z.string().nullable() })).optional(),
  currency: z.string().nullish(),
  windows: z
    .array(
      z.object({
        platformId: z.string(),
        shipmentId: z.string(),
        windowId: z.string(),
        startDay: z.string(),
        endDay: z.string(),
        chosen: z.boolean(),
      }),
    )
    .default([]),
  gone: z.array(z.string()).default([]),
});

/** How shipments travel is confirmed, or when they may arrive is to be chosen. */
async function carriedBy(c: RuleContext, row: InboundRow, answer: unknown): Promise<void> {
  const { fees, currency, windows, gone } = carried.parse(answer);
  await replaceRows(
    c,
    "fba_inbound_window",
    row.id,
    windows.map(({ platformId, shipmentId, windowId, startDay, endDay, chosen }) => ({
      platform_id: platformId,
      shipment_id: shipmentId,
      window_id: windowId,
      start_day: startDay,
      end_day: endDay,
      chosen,
    })),
  );
  if (!fees) {
    if (gone.length) await patch(c, fbaInbound, row.id, { problem: gone.join("；").slice(0, 2000) });
    return moveTo(c, fbaInbound, row.id, "window", "平台给出到货时间");
  }
  await c.sql.query(
    `with said as (select * from jsonb_to_recordset($2::jsonb) as x("platformId" text, fee numeric)),
     line as (update fba_inbound_shipment s set transport_fee = x.fee from said x
       where s.fba_inbound_id = $1 and s.platform_id = x."platformId")
     update fba_inbound set transport_fee = (select sum(fee) from said), fee_currency = coalesce(fee_currency, $3)
     where id = $1`,
    [row.id, JSON.stringify(fees), currency ?? null],
  );
  await moveTo(c, fbaInbound, row.id, "ready", "平台已确认运输");
  await tell(c, row, "labels");
}

/** What the platform's answer to each task does to the plan, which is locked. */
const DONE: Record<InboundTask, (c: RuleContext, row: InboundRow, answer: unknown) => Promise<void>> = {
  async create(c, row, answer) {
    await patch(c, fbaInbound, row.id, { packingGroups: packed.parse(answer).packingGroups });
    await moveTo(c, fbaInbound, row.id, "packing", "平台已建立计划");
  },
  async pack(c, row, answer) {
    const { options } = offered.parse(answer);
    await replaceRows(
      c,
      "fba_inbound_option",
      row.id,
      options.map(({ optionId, fee, shipmentCount, centres, split: of }, i) => ({
        option_no: i + 1,
        option_id: optionId,
        fee,
        shipment_count: shipmentCount,
        centres,
        split: of,
        chosen: false,
      })),
    );
    await patch(c, fbaInbound, row.id, { feeCurrency: options.find(({ currency }) => currency)?.currency });
    await moveTo(c, fbaInbound, row.id, "placement", "平台给出分仓方案");
  },
  async choose(c, row, answer) {
    const { shipments } = split.parse(answer);
    await makeTransfers(c, row, shipments);
    await patch(c, fbaInbound, row.id, {
      shipmentCount: shipments.length,
      shipmentIds: shipments.map(({ shipmentId }) => shipmentId).join(" "),
      placementFee: row.options.find(({ chosen }) => chosen)?.fee,
    });
    await moveTo(c, fbaInbound, row.id, "transport", "平台已确认分仓");
  },
  transport: carriedBy,
  window: carriedBy,
  async cancel(c, row) {
    await moveTo(c, fbaInbound, row.id, "cancelled", "平台已取消");
    await endTransfers(c, row, row.cancelReason ?? "");
  },
};

/** Whether a text of the platform names this listing, and not one that merely begins like it. */
const names = (text: string, msku: string): boolean =>
  msku !== "" && ` ${text} `.split(/[\s,;:'"“”「」()[\]。，；：]+/).some((word) => word.replace(/\.$/, "") === msku);

/** What is wrong stands at the lines that it is about, and whole at the plan. */
async function keepProblems(c: RuleContext, row: InboundRow, problems: readonly InboundProblem[], reason: string) {
  const texts = problems.map(({ code, message, details }) => ({
    text: [code, message].filter(Boolean).join(" "),
    about: `${message} ${details ?? ""}`,
  }));
  await patch(c, fbaInbound, row.id, {
    problem: (texts.map(({ text, about }) => `${text} ${about}`).join("；") || reason).slice(0, 2000),
  });
  for (const { id, msku } of row.items) {
    const own = texts.filter(({ about }) => names(about, msku ?? "")).map(({ text }) => text);
    if (own.length) await patch(c, fbaInbound.lines.items, id, { problem: own.join("；").slice(0, 500) });
  }
}

/** `RJ…`, `RJ…-2`, `RJ…-3`: a plan that failed there keeps its name. */
const nextName = ({ no, planName }: InboundRow): string => {
  const tries = Number(/-(\d+)$/.exec(planName ?? "")?.[1] ?? 1);
  return `${no}-${tries + 1}`;
};

/** Its plan at the platform is given up; what of it is there is cancelled. */
async function startOver(c: RuleContext, row: InboundRow) {
  await moveTo(c, fbaInbound, row.id, "draft", "平台建立失败");
  if (!row.inboundPlanId) return;
  await patch(c, fbaInbound, row.id, { inboundPlanId: null, planName: nextName(row) });
  await tell(c, row, "drop", { planId: row.inboundPlanId });
}

const contextOf =
  (engine: Engine) =>
  (sql: Sql, { tenantId }: Message): RuleContext => ({ sql, ...systemOf(tenantId), ...engine });

/** A plan as it is, and how the platform is spoken with about it. */
async function sceneOf(c: RuleContext, sql: Sql, message: Message): Promise<InboundScene> {
  const row: InboundRow = await readWhole(c, fbaInbound, message.documentId ?? "", { anyScope: true });
  const connector = await connectorOf(sql, message.connectorId);
  const calls = inboundCalls(sql, connector);
  return { sql, connector, row, calls, walk: walkOf(sql, calls, row.id, row.operations) };
}

/**
 * How inbound plans are told to the platform. Each of its operations takes a while: a message is looked at again
 * until its operation is over, and goes on where it was when a sender ends.
 */
export function inboundHandler(engine: Engine): OutboxHandler {
  const context = contextOf(engine);
  const locked = (c: RuleContext, message: Message): Promise<InboundRow> =>
    lockWhole(c, fbaInbound, message.documentId ?? "", { anyScope: true });
  return onOutbox(INBOUND, {
    async send(db, message) {
      const { step, transferId = "", planId = "" } = saidOf(message);
      const scene = await sceneOf(context(db, message), db, message);
      const { row, calls, walk } = scene;
      // It was cancelled meanwhile.
      if (isTask(step) && row.task !== step) return null;
      if (isTask(step)) return inboundSteps[step](scene);
      if (step === "track") return track(scene, transferId);
      if ((await calls.planState(planId)) === "ACTIVE") await walk.did(`drop.${planId}`, () => calls.cancel(planId));
      return "已取消";
    },
    async done(sql, message, answer) {
      const { step } = saidOf(message);
      if (!isTask(step)) return;
      const c = context(sql, message);
      const row = await locked(c, message);
      if (row.task !== step) return;
      await patch(c, fbaInbound, row.id, { task: null });
      await DONE[step](c, row, answer);
    },
    async dead(sql, message, reason, error) {
      const { step } = saidOf(message);
      const c = context(sql, message);
      const row = await locked(c, message);
      if (!isTask(step) || row.task !== step) return;
      await keepProblems(c, row, error instanceof Failed ? error.problems : [], reason);
      await patch(c, fbaInbound, row.id, { task: null });
      if (step === "create") await startOver(c, row);
    },
  });
}

/** Box labels of every shipment, as files of its transfer. */
async function keepLabels(db: Database, config: BackendConfig, c: RuleContext, scene: InboundScene): Promise<string> {
  const { row, calls, connector, walk } = scene;
  for (const { shipmentId, transferId } of row.shipments) {
    const name = `labels.${shipmentId}`;
    if (!shipmentId || !transferId || walk.has(name)) continue;
    const content = Readable.from(download(connector, { url: await calls.labels(shipmentId), gzip: false }));
    const made = {
      db,
      config,
      caller: c.caller,
      original: `${shipmentId}箱标.pdf`,
      bizType: transfer.name,
      bizId: transferId,
    };
    await makeFile(made, content, async (sql, { id }) => {
      const at = { ...c, sql };
      const { status, attachments } = await lockRow(at, transfer, transferId, { anyScope: true });
      await patch(at, transfer, transferId, { attachments: [...attachments, id] });
      await tieFiles(at, { type: transfer.name, id: transferId }, [id]);
      await settle(at, transfer, transferId, { action: "取得平台箱标", from: status });
    });
    await walk.note(name, "", { done: true });
  }
  return "已取得箱标";
}

/** How box labels are fetched, once the platform knows how its shipments come. */
export const labelsHandler = (engine: Engine, config: BackendConfig): OutboxHandler =>
  onOutbox(BOX_LABELS, {
    async send(db, message) {
      const c = contextOf(engine)(db, message);
      return keepLabels(db, config, c, await sceneOf(c, db, message));
    },
    async dead(sql, message, reason) {
      await patch({ sql }, fbaInbound, message.documentId, { problem: `箱标没有取得：${reason}`.slice(0, 2000) });
    },
  });
