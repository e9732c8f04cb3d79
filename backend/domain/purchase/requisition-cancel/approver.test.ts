import { afterAll, beforeAll, expect, it } from "vitest";
import { CANCEL, openSourcing, type Sourcing } from "../turn-requisition/sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
});
afterAll(() => s.close());

it("goes to the leader of the requisition's department, whoever cancels", async () => {
  const req = await s.requisition([10]);
  const admin = s.o.as("admin");
  const reason = await s.db.one<{ value: string }>(
    "select value from sys_dict_item where dict_type = 'cancel_reason' order by id limit 1",
  );
  const form = { reqId: req.id, reasonType: reason?.value, reason: "不再需要了" };
  const { id } = await admin.add(CANCEL, form);
  s.o.good(await admin.act(CANCEL, id, "submit"));
  const asked = await s.o.candidates("requisition_cancel", id);
  expect(asked.map((u) => u.username)).toEqual(["ops_manager"]);
});
