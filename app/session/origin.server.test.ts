import { expect, test } from "vitest";
import { isOwnOrigin } from "./origin.server";

const post = (headers: Record<string, string>, method = "POST") =>
  isOwnOrigin({ method, host: "erp.corp.cn:8080", header: (name) => headers[name] });

test.each<[Record<string, string>, boolean]>([
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "http://evil.com" }, false],
  [{ "sec-fetch-site": "same-origin", origin: "null" }, false],
  [{ "sec-fetch-site": "none", origin: "http://erp.corp.cn:8080" }, true],
  [{ "sec-fetch-site": "same-site", origin: "http://erp.corp.cn:8080" }, false],
  [{ "sec-fetch-site": "cross-site", origin: "http://evil.com" }, false],
  [{ origin: "http://erp.corp.cn:8080" }, true],
  [{ origin: "https://ERP.corp.cn:8080" }, true],
  [{ origin: "http://erp.corp.cn" }, false],
  [{ origin: "http://erp.corp.cn:8080.evil.com" }, false],
  [{ origin: "null" }, false],
  [{ origin: "http://evil.com", referer: "http://erp.corp.cn:8080/x" }, false],
  [{ referer: "http://erp.corp.cn:8080/x?y" }, true],
  [{ referer: "http://evil.com/erp.corp.cn:8080" }, false],
  [{}, false],
])("a POST with %j: %j", (headers, own) => {
  expect(post(headers)).toBe(own);
  expect(post(headers, "DELETE")).toBe(own);
});

test("reading needs no origin", () => {
  expect(post({ origin: "http://evil.com" }, "GET")).toBe(true);
});
