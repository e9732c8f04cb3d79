import { engine } from "#backend/domain";
import { inboundHandler } from "#backend/domain/logistics/inbound/handlers";
import type { Message } from "#backend/engine/connect/words";
import { patch, type RuleContext } from "#backend/engine/documents";
import { NOW, nextOrder, patchRow, type Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { whole } from "../acting";

type DemoPlanRow = RowOf<typeof fbaInbound>;

/** Warehouses that the platform would have the goods of these plans in. */
const CENTRES = ["ONT8", "FTW1"] as const;

/** What goes where under an option: all to one place, or every other listing to another one. */
export interface InboundPart<B> {
  platformId: string;
  fcCode: string;
  boxes: B[];
}

/** The shipments of an option; the stand-ins and the demonstration's plans say the same of them. */
export const partsOf = <B>(
  optionId: string,
  centres: readonly string[],
  boxes: readonly B[],
  lineOf: (box: B) => number,
) =>
  centres.map(
    (fcCode, i): InboundPart<B> => ({
      platformId: `${optionId}-${i + 1}`,
      fcCode,
      boxes: boxes.filter((box) => centres.length < 2 || lineOf(box) % centres.length === i),
    }),
  );

/** The last message about a plan was heard, with this answer: as the sender has it once the platform is there. */
async function hear(sql: Sql, planId: string, answer: unknown): Promise<void> {
  const message = await sql.one<Message>(
    `select id, tenant_id as "tenantId", kind, key, connector_id as "connectorId", document_id::text as "documentId",
       payload from outbox where document = 'fba_inbound' and document_id = $1 and status = 'pending'
     order by id desc limit 1`,
    [planId],
  );
  if (!message) return;
  nextOrder(sql);
  await inboundHandler(engine).done?.(sql, message, answer);
  await patchRow(sql, "outbox", message.id, { status: "done", attempts: 1, answer: "平台已完成", update_time: NOW });
}

/** The platform has made the plan. */
export async function planMade(c: RuleContext, row: DemoPlanRow): Promise<void> {
  await patch(c, fbaInbound, row.id, { inboundPlanId: `wf-${row.no}` });
  const mskus = row.items.map(({ msku }) => msku ?? "");
  await hear(c.sql, row.id, { packingGroups: [{ id: `pg-${row.no}`, mskus }] });
}

const boxesOf = (row: DemoPlanRow) =>
  row.boxes.map((box) => {
    const line = row.items.findIndex(({ skuCode }) => box.contentsText?.startsWith(`${skuCode}×`));
    return { ...box, line, msku: row.items[line]?.msku ?? "", skuId: row.items[line]?.skuId ?? "" };
  });

const goodsOf = (boxes: readonly { msku: string; qty: number }[]) =>
  [...new Set(boxes.map(({ msku }) => msku))].map((msku) => ({
    msku,
    quantity: boxes.reduce((sum, box) => sum + (box.msku === msku ? box.qty : 0), 0),
  }));

/** The platform says where it would have the goods: in one place for a fee, or in two for none. */
export async function placesOffered(c: RuleContext, id: string): Promise<void> {
  const row = await whole(c, fbaInbound, id);
  const options = [CENTRES.slice(0, 1), CENTRES].map((centres, i) => {
    const optionId = `pl-${row.no}-${i + 1}`;
    const parts = partsOf(optionId, centres, boxesOf(row), ({ line }) => line);
    const words = parts.map(
      ({ fcCode, boxes }) =>
        `${fcCode}：${goodsOf(boxes)
          .map(({ msku, quantity }) => `${msku}×${quantity}`)
          .join("、")}`,
    );
    return {
      optionId,
      fee: i ? "0.00" : "8.64",
      currency: "USD",
      shipmentCount: centres.length,
      centres: centres.join("、"),
      split: words.join("；"),
    };
  });
  await hear(c.sql, id, { options });
}

/** The platform has confirmed where the goods go. */
export async function placesConfirmed(c: RuleContext, id: string): Promise<void> {
  const row = await whole(c, fbaInbound, id);
  const chosen = row.options.find((option) => option.chosen);
  const parts = partsOf(chosen?.optionId ?? "", chosen?.centres?.split("、") ?? [], boxesOf(row), ({ line }) => line);
  const shipments = parts.map(({ boxes, ...part }, i) => ({
    ...part,
    shipmentId: `FBA18PLAN${String(i + 1).padStart(3, "0")}`,
    referenceId: null,
    items: goodsOf(boxes),
    boxes: boxes.map(({ skuId, qty, lengthCm, widthCm, heightCm, weightKg }, n) => ({
      boxNo: n + 1,
      boxes: 1,
      skuId,
      qty,
      lengthCm: lengthCm ?? undefined,
      widthCm: widthCm ?? undefined,
      heightCm: heightCm ?? undefined,
      weightKg: weightKg ?? undefined,
    })),
  }));
  await hear(c.sql, id, { shipments });
}

/** The platform says when it would take the shipments in. */
export async function windowsOffered(c: RuleContext, id: string): Promise<void> {
  const { shipments } = await whole(c, fbaInbound, id);
  const windows = shipments.flatMap(({ platformId, shipmentId }) =>
    [20, 34].map((days) => ({
      platformId,
      shipmentId,
      windowId: `dw-${platformId}-${days}`,
      startDay: today(days),
      endDay: today(days + 13),
      chosen: false,
    })),
  );
  await hear(c.sql, id, { windows });
}
