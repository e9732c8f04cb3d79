import { z } from "zod";
import { Refused, Underway } from "#backend/engine/connect/words";
import { patch } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import type { InboundCalls, InboundProblem } from "./platform";

const LOOK_SECONDS = 5;
/** An operation that takes longer will not end. */
const LONGEST_MS = 24 * 3_600_000;

const operations = z.record(z.string(), z.object({ id: z.string(), at: z.string(), done: z.boolean().optional() }));

/** The platform did not do it, and says why. */
export class Failed extends Refused {
  constructor(readonly problems: readonly InboundProblem[]) {
    super(problems.map(({ message, details }) => message || details).join("；") || "平台没有完成，未说明原因");
  }
}

/** What of a step's operations was asked and done, without those of the step itself. */
export const withoutStep = (known: unknown, step: string): object =>
  Object.fromEntries(
    Object.entries(operations.catch({}).parse(known ?? {})).filter(([name]) => !name.startsWith(`${step}.`)),
  );

/** Operations of a plan one after the other: what was asked is written down before it is looked at. */
export function walkOf(sql: Sql, calls: Pick<InboundCalls, "operation">, planId: string, before: unknown) {
  const known = operations.catch({}).parse(before ?? {});
  const write = (more: { inboundPlanId?: string } = {}) =>
    patch({ sql }, fbaInbound, planId, { operations: known, ...more });
  const note = async (name: string, id: string, more: { inboundPlanId?: string; done?: true } = {}) => {
    const { done, ...columns } = more;
    known[name] = { id, at: new Date().toISOString(), ...(done && { done }) };
    await write(columns);
  };
  return {
    note,
    has: (name: string) => !!known[name]?.done,
    /**
     * Asks for an operation unless that was done before, and looks whether it is over.
     * @throws Underway while it is not, Failed with its problems
     */
    async did(name: string, ask: () => Promise<string>): Promise<void> {
      if (!known[name]) await note(name, await ask());
      const one = known[name];
      if (!one || one.done) return;
      const { operationStatus: state, operationProblems: problems } = await calls.operation(one.id);
      if (state === "IN_PROGRESS") {
        if (Date.now() - Date.parse(one.at) > LONGEST_MS) throw new Refused("平台超过24小时没有完成");
        throw new Underway("平台处理中", LOOK_SECONDS);
      }
      if (state === "FAILED") {
        delete known[name];
        await write();
        throw new Failed(problems ?? []);
      }
      one.done = true;
      await write();
    },
  };
}

export type Walk = ReturnType<typeof walkOf>;
