import { z } from "zod";
import { Fault } from "../../http/words";
import type { InboundOperation, InboundPlan, InboundProblem } from "../../world/inbound";
import type { World } from "../../world/world";
import { fulfil, idOf } from "./done";

/** What people and tests may say of inbound plans. */
export const inboundSaid = z.object({
  /** Looks until an operation is done; 2 unless said. */
  looks: z.number().int().min(1).max(1000).optional(),
  /** Every delivery window that was offered and not confirmed is gone. */
  fullWindows: z.boolean().optional(),
  /** Operations that are begun while the connection breaks before the answer, once each. */
  lose: z.array(z.string().max(60)).max(100).optional(),
  /** What is wrong with listings from now on, in place of what was said before. */
  problems: z
    .array(
      z.object({
        msku: z.string().min(1).max(60),
        operation: z.string().max(60).optional(),
        code: z.string().max(30).default("FBA_INB_0182"),
        message: z.string().max(300).default("Prep classification for this SKU was missing"),
      }),
    )
    .max(100)
    .optional(),
});

export function tellInbound({ inbound }: World, said: z.infer<typeof inboundSaid>): void {
  const { looks, problems, lose, fullWindows } = said;
  if (fullWindows)
    for (const { shipments } of Object.values(inbound.plans))
      for (const shipment of shipments) if (!shipment.window) shipment.windows = [];
  if (looks) inbound.looks = looks;
  if (problems) inbound.objections = problems;
  if (lose) inbound.lost = lose;
}

/** A plan of an account. @throws Fault when there is none */
export function planOf({ inbound }: World, account: string, id = ""): InboundPlan {
  const plan = inbound.plans[id];
  if (plan?.account !== account) throw new Fault(404, `Inbound plan ${id} not found`);
  return plan;
}

/** One that can still be worked on. @throws Fault when it is over */
export function openPlan(world: World, account: string, id = ""): InboundPlan {
  const plan = planOf(world, account, id);
  if (plan.status !== "ACTIVE") throw new Fault(400, `Inbound plan ${id} is ${plan.status}`);
  return plan;
}

export function shipmentOf(plan: InboundPlan, id = "") {
  const found = plan.shipments.find((s) => s.id === id);
  if (!found) throw new Fault(404, `Shipment ${id} not found`);
  return found;
}

/** Begins something that takes a while. @returns the answer that names it */
export function begin(
  world: World,
  { account, id: planId }: InboundPlan,
  name: string,
  about: string[] = [],
  boxes?: InboundOperation["boxes"],
) {
  const id = idOf(world, "op");
  world.inbound.operations[id] = {
    id,
    account,
    name,
    planId,
    about,
    boxes,
    looks: 0,
    state: "IN_PROGRESS",
    problems: [],
  };
  const at = world.inbound.lost.indexOf(name);
  if (at >= 0) world.inbound.lost.splice(at, 1);
  return { status: 202, json: { operationId: id }, ...(at >= 0 && { cutAt: 0 }) };
}

const objectionsTo = ({ inbound }: World, plan: InboundPlan, name: string): InboundProblem[] =>
  inbound.objections
    .filter(({ msku, operation }) => (operation ?? name) === name && plan.items.some((item) => item.msku === msku))
    .map(({ msku, code, message }) => ({
      code,
      message,
      details: `There is a problem with MSKU ${msku}`,
      severity: "ERROR",
    }));

/** Looks at an operation: after enough looks it is done, or has failed. @throws Fault when there is none */
export function look(world: World, account: string, id = ""): InboundOperation {
  const operation = world.inbound.operations[id];
  if (operation?.account !== account) throw new Fault(404, `Operation ${id} not found`);
  operation.looks++;
  if (operation.state !== "IN_PROGRESS" || operation.looks < world.inbound.looks) return operation;
  const plan = planOf(world, account, operation.planId);
  operation.problems = objectionsTo(world, plan, operation.name);
  operation.state = operation.problems.length ? "FAILED" : "SUCCESS";
  if (operation.state === "SUCCESS") fulfil(world, plan, operation);
  else if (operation.name === "createInboundPlan") plan.status = "ERRORED";
  return operation;
}
