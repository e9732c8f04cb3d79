import { expect, test } from "vitest";
import { openKept, readKept, retryOfRefused, sealKept } from "./kept-form.server";
import { createSeals } from "./seal.server";
import type { Visit } from "./visit.server";

const seals = createSeals(["s".repeat(40)]);
const about = { action: "/admin/user/create?x=1", username: "admin" };

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

test("every field is kept in order, passwords are not", async () => {
  const type = "application/x-www-form-urlencoded";
  const body = chunks("name=%E7%8E%8B&tag=a&ta", "g=b&empty=&_key=k1&newPassword=x&password=y");
  const kept = await readKept(body, { type, ...about });
  expect(kept).toEqual({
    ...about,
    fields: [
      ["name", "王"],
      ["tag", "a"],
      ["tag", "b"],
      ["empty", ""],
      ["_key", "k1"],
    ],
    files: [],
  });
});

test("of a form with files the text is kept and the files are named", async () => {
  const form = new FormData();
  form.set("title", "合同");
  form.set("file", new File(["x"], "合同.pdf"));
  const request = new Request("http://x", { method: "POST", body: form });
  const type = request.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await request.arrayBuffer());
  const raw = (async function* () {
    yield bytes.subarray(0, 50);
    yield bytes.subarray(50);
  })();
  const kept = await readKept(raw, { type, ...about });
  expect(kept?.fields).toEqual([["title", "合同"]]);
  expect(kept?.files).toEqual(["合同.pdf"]);
});

test("no form, and too large a form, are not kept", async () => {
  expect(await readKept(chunks("{}"), { type: "application/json", ...about })).toBeNull();
  const type = "application/x-www-form-urlencoded";
  expect(await readKept(chunks("intent=lock&_key=1&password=x"), { type, ...about })).toBeNull();
  const large = Array(9).fill("a".repeat(64 * 1024)) as string[];
  expect(await readKept(chunks("a=", ...large), { type, ...about })).toBeNull();
});

test("only its writer goes on with it", () => {
  const form = { ...about, fields: [["a", "1"]] as [string, string][], files: [] };
  const sealed = sealKept(seals, form);
  expect(sealed).not.toContain("create");
  expect(openKept(seals, sealed, "admin")).toEqual(form);
  expect(openKept(seals, sealed, "other")).toBeNull();
  expect(openKept(seals, sealed.slice(0, -4), "admin")).toBeNull();
  expect(openKept(seals, null, "admin")).toBeNull();
  const anybody = sealKept(seals, { ...form, username: "" });
  expect(openKept(seals, anybody, "other")).not.toBeNull();
});

test("a form that was refused for want of room or time is sent again as it was, another refusal is final", () => {
  const visit = (method: string): Visit => ({
    method,
    url: "/admin/user/index?add=1",
    path: "/admin/user/index",
    host: "erp.example",
    https: true,
    ip: "127.0.0.1",
    hops: "",
    header: () => undefined,
    written: {},
  });
  const form = new FormData();
  for (const [name, value] of [
    ["displayname", "王"],
    ["password", "geheim"],
    ["_key", "k1"],
  ] as const)
    form.append(name, value);
  const fields = [
    ["displayname", "王"],
    ["_key", "k1"],
  ];
  for (const status of [502, 503, 504, 507])
    expect(retryOfRefused(status, visit("POST"), form)).toEqual({
      action: "/admin/user/index?add=1",
      fields,
      files: [],
    });
  expect(retryOfRefused(409, visit("POST"), form)).toBeUndefined();
  expect(retryOfRefused(507, visit("GET"), form)).toBeUndefined();
  expect(retryOfRefused(507, visit("POST"), new FormData())).toBeUndefined();
});
