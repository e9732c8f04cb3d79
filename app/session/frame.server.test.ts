import { expect, test } from "vitest";
import { frameAddress, isFrameable } from "./frame.server";

const base64 = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  [encodeURIComponent("https://bi.corp.cn/a?b=1"), "https://bi.corp.cn/a?b=1"],
  ["https://bi.corp.cn/a", "https://bi.corp.cn/a"],
  ["https:/bi.corp.cn/a", "https://bi.corp.cn/a"],
  [base64("http://bi.corp.cn/报表"), "http://bi.corp.cn/%E6%8A%A5%E8%A1%A8"],
  [base64("javascript:alert(1)"), null],
  ["javascript:alert(1)", null],
  [encodeURIComponent("data:text/html,x"), null],
  [encodeURIComponent("https://user:pw@bi.corp.cn/"), null],
  ["%zz", null],
  ["", null],
])("%j shows %j", (path, address) => {
  expect(frameAddress(path)?.href ?? null).toBe(address);
});

test.each([
  ["https://bi.corp.cn/", true],
  ["https://BI.corp.cn/", true],
  ["https://bi.corp.cn:8443/", false],
  ["https://dash.corp.cn:3000/", true],
  ["https://dash.corp.cn/", false],
  ["https://a.b.partner.com/", true],
  ["https://partner.com/", false],
  ["https://evilpartner.com/", false],
  ["https://bi.corp.cn.evil.com/", false],
  ["https://console.corp.cn/", false],
])("%s allowed: %j", (address, allowed) => {
  const hosts = ["bi.corp.cn", "dash.corp.cn:3000", "*.partner.com", "console.corp.cn"];
  expect(isFrameable(new URL(address), hosts, "console.corp.cn")).toBe(allowed);
});

test("nothing may be framed when no host is listed", () => {
  expect(isFrameable(new URL("https://bi.corp.cn/"), [], "x")).toBe(false);
});
