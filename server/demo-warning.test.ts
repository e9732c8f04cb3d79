import { expect, test } from "vitest";
import { demoWarning } from "./demo-warning";

const said = (change: Partial<Parameters<typeof demoWarning>[0]>) =>
  demoWarning({ demo: true, host: "0.0.0.0", ownAdmin: false, ...change }).join("\n");

test.each(["0.0.0.0", "::", "192.168.1.5", "erp.example"])("HOST=%s is told", (host) => {
  const text = said({ host });
  expect(text).toContain(`HOST=${host}`);
  expect(text).toContain("包括管理员 admin");
  for (const remedy of ["HOST=127.0.0.1", "ADMIN_PASSWORD", "DEMO=off"]) expect(text).toContain(remedy);
});

test("an administrator with a password of its own is told apart", () => {
  expect(said({ ownAdmin: true })).toContain("admin 除外");
  expect(said({ ownAdmin: true })).not.toContain("ADMIN_PASSWORD");
});

test.each([{ demo: false }, { host: "127.0.0.1" }, { host: "localhost" }, { host: "::1" }])(
  "nothing is said of %j",
  (change) => {
    expect(said(change)).toBe("");
  },
);
