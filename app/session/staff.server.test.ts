import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Stub, startStub } from "../../tests/stub-server";
import { readConsoleConfig } from "./config.server";
import { createConsole } from "./console.server";
import { startSession } from "./session.server";
import { createStaff } from "./staff.server";
import type { Visit } from "./visit.server";

let stub: Stub;
beforeAll(async () => {
  stub = await startStub(() => ({ body: { code: 0, data: { n: stub.received.length } } }));
});
afterAll(() => stub.close());

const schema = z.object({ n: z.number() });
const env = () => ({ ERP_API_URL: stub.url, SESSION_SECRET: "s".repeat(40) });
const session = startSession(
  { accessToken: "a", refreshToken: "r", expiresIn: 600, userId: "1", username: "admin", tenantId: "1" },
  "password",
);
const visitOf = (written: Visit["written"]): Visit => ({
  method: "GET",
  url: "/",
  path: "/",
  host: "erp",
  https: false,
  ip: "::1",
  hops: "::1",
  written,
  header: () => undefined,
});

test("a recorded visit forgets no recent answers; whatever else is written does", async () => {
  const staff = createStaff(createConsole(readConsoleConfig(env())), session, visitOf({}), false);
  const options = () => staff.recent.get("/base/store/options", { schema });
  const first = await options();
  await staff.erp.post("/admin/user/recordLog", { query: { path: "/x" }, schema });
  expect(await options()).toEqual(first);
  await staff.erp.post("/wms/warehouse", { body: {}, schema });
  expect(await options()).not.toEqual(first);
});

test("what was written through one copy of the console is seen through the other", async () => {
  const [one, two] = [createConsole(readConsoleConfig(env())), createConsole(readConsoleConfig(env()))];
  const options = (console: typeof one, written: Visit["written"]) =>
    createStaff(console, session, visitOf(written), false).recent.get("/base/store/options", { schema });
  const first = await options(two, {});
  const written: Visit["written"] = {};
  await createStaff(one, session, visitOf(written), false).erp.post("/wms/warehouse", { body: {}, schema });
  expect(await options(two, {})).toEqual(first);
  // Who somebody is and may see is asked for anew only after what may change it.
  expect(written).toEqual({ since: expect.any(Number) });
  const named: Visit["written"] = {};
  await createStaff(one, session, visitOf(named), false).erp.post("/admin/user/edit", { body: {}, schema });
  expect(named).toEqual({ since: expect.any(Number), rights: named.since });
  // What is asked for in the very millisecond of a write may be from before it.
  await setTimeout(2);
  const then = await options(two, written);
  expect(then).not.toEqual(first);
  expect(await options(two, written)).toEqual(then);
});
