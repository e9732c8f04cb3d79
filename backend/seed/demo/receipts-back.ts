import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import type { RuleContext, Values } from "../../documents/rules";
import { today as now } from "../../values/calendar";
import { act, draft, keeperOf, personAt, startFrom, whole } from "./acting";
import type { Chance } from "./random";

const REASONS = ["quality", "wrongGoods", "surplus"] as const;
/** How far a document comes; each is one of them in turn. */
const ENDS = ["shipped", "draft", "shipped", "auditing", "approved"] as const;

interface Found {
  id: string;
  buyer: string;
}

const withBad = (c: RuleContext) =>
  c.sql.query<Found>(
    `select i.id, u.username as buyer from inspection i join sys_user u on u.id = i.buyer_id
     where i.status = 'done' and i.reject_qty > 0 order by i.id limit 15`,
  );

/** Takes a draft as far as `end`: its buyer submits, the manager approves, the warehouse ships. */
async function lead(
  c: RuleContext,
  name: string,
  id: string,
  buyer: string,
  end: (typeof ENDS)[number],
) {
  if (end === "draft") return;
  await act(await personAt(c, buyer), name, id, "submit");
  if (end === "auditing") return;
  const manager = await personAt(c, "purchase_manager");
  await act(manager, name, id, "approve", { comment: "同意" });
  if (end === "approved") return;
  const { warehouseId } = await whole(c, documentNamed(name), id);
  await act(await keeperOf(c, warehouseId), name, id, "ship");
}

/** Returns and exchanges of what inspections found bad, in all their states; answers how many. */
export async function sendSomeBack(c: RuleContext, chance: Chance, today: string): Promise<number> {
  const found = await withBad(c);
  // Their rules look at the clock, whatever day the data ends on.
  const expectDate = today > now() ? today : now();
  for (const [i, { id: inspectionId, buyer }] of found.entries()) {
    const as = await personAt(c, buyer);
    const exchange = i % 3 === 2;
    const document: DocumentType = exchange ? purchaseExchange : purchaseReturn;
    const reason = chance.pick(REASONS, `back:${i}`);
    const replenish = i % 4 === 1;
    const more: Values = exchange
      ? { reason, expectDate }
      : {
          returnReason: reason,
          returnMode: replenish ? "replenish" : "deduct",
          expectReplenishDate: replenish ? expectDate : null,
        };
    const form = await startFrom(as, document, { inspectionId });
    const made = await draft(as, document, { ...form, ...more });
    await lead(c, document.name, made.id, buyer, ENDS[i % ENDS.length] ?? "draft");
  }
  return found.length;
}
