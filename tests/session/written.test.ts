import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "#backend/platform/db/sql";
import { openStandby, type Standby } from "#backend/platform/db/standby";
import * as login from "../../app/routes/login";
import { erpOf } from "../../app/session/sign-in.server";
import { Browser, type TestConsole, testConsole } from "../console";
import { type TestBackend, testBackend } from "../harness";

type Args = { context: AppLoadContext };
const erp = ({ context }: Args) => {
  if (!context.session) throw new Error("nobody is signed in");
  return erpOf(context, context.session);
};
const role = { roleName: "备库角色", roleCode: "WRITTEN", dsType: "4" };
const roles = {
  action: (args: Args) => erp(args).post("/admin/role", { body: role, schema: z.unknown() }),
  loader: (args: Args) =>
    erp(args).get("/admin/role/page", { query: { roleCode: "WRITTEN" }, schema: z.object({ total: z.number() }) }),
};

let backend: TestBackend;
let app: TestConsole;
let standby: Standby | undefined;
/** What readers said that they had written. */
const since: (string | undefined)[] = [];
beforeAll(async () => {
  backend = await testBackend({}, {}, undefined, (db) => {
    const real = openStandby(openDatabase(db.direct, 2), db, 5, () => {});
    standby = real;
    return {
      ...real,
      read(work, at, long) {
        since.push(at);
        return real.read(work, at, long);
      },
    };
  });
  app = await testConsole(backend.url, { "/login": login, "/roles": roles });
});
afterAll(async () => {
  await standby?.close();
  await app.close();
  await backend.close();
});

test("a browser that wrote brings along where the backend stood; one that did not, nothing", async () => {
  const [writer, other] = [new Browser(app.url), new Browser(app.url)];
  for (const one of [writer, other]) {
    await one.post("/login", { username: "admin", password: "123456" });
    one.cookies.delete("written");
  }
  expect((await writer.get("/roles")).json).toEqual({ total: 0 });
  expect((await writer.post("/roles")).status).toBe(200);
  const written = decodeURIComponent(writer.cookies.get("written") ?? "");
  expect(written).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  for (const one of [writer, other]) expect((await one.get("/roles")).json).toEqual({ total: 1 });
  writer.cookies.set("written", "nonsense");
  await writer.get("/roles");
  expect(since).toEqual([undefined, written, undefined, undefined]);
});
