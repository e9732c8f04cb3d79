import { afterAll, beforeAll, expect, it } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { REQ } from "../turn-requisition/sourcing.testing";
import { openOrdering } from "./purchase-order.testing";

let s: Awaited<ReturnType<typeof openOrdering>>;
beforeAll(async () => {
  s = await openOrdering();
});
afterAll(() => s?.close());

it("a requisition may be expected today, not yesterday", async () => {
  const { id } = await s.requisition([1], { expectDate: today() });
  expect(await s.o.as("ops").read(REQ, id)).toMatchObject({ status: "approved" });
  await expect(s.requisition([1], { expectDate: today(-1) })).rejects.toThrow("期望到仓日不能早于今天");
});

it("an order may be expected today, not yesterday", async () => {
  const id = await s.approved([[0, 1, "1"]], { expectDate: today() });
  expect((await s.read(id)).expectDate).toBe(today());
  const late = await s.order([[0, 1, "1"]], { expectDate: today(-1) });
  expect((await s.submit(late)).body.msg).toBe("要求交期不能早于今天");
});
