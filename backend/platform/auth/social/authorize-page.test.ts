import { expect, test } from "vitest";
import { callbackUrl } from "./authorize-page";

test.each([
  "/wxoauth",
  "/oaoauth",
  "/feishu",
  "/feishubind",
  "http://erp.example/feishu",
  "https://erp.example:3000/wxoauth?a=1",
])("sends back to %s", (uri) => {
  expect(callbackUrl(uri, "erp.example")?.hostname).toBe("erp.example");
});

test.each([
  "/login",
  "/wxoauth/../admin",
  "//evil.example/wxoauth",
  "/\\evil.example/wxoauth",
  "http://evil.example/wxoauth",
  "http://erp.example@evil.example/wxoauth",
  "http://user@erp.example/wxoauth",
  "javascript:alert(1)//wxoauth",
  "http://",
])("refuses %s", (uri) => {
  expect(callbackUrl(uri, "erp.example")).toBeNull();
});
