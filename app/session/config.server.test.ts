import { expect, test } from "vitest";
import { readConsoleConfig } from "./config.server";

test("nothing set: the bundled backend, demo on", () => {
  const config = readConsoleConfig({ PORT: "4000" });
  expect(config).toMatchObject({ erpUrl: "http://127.0.0.1:4000/api", demo: true, captcha: true });
  expect(config.auth).toEqual({ clientBasic: "pig:pig", passwordEncoding: "aes-cbc", passwordKey: "pigxpigxpigxpigx" });
  expect(config.socialUrls.WX).toContain("/api/auth/demo/authorize?type=WX");
});

test("the service desk and the frame of 外部资料 are there as shipped, off by a setting", () => {
  const shipped = readConsoleConfig({});
  expect(shipped).toMatchObject({ serviceDeskUrl: "/help/index.html", iframeHosts: ["example.com"] });
  const off = readConsoleConfig({ SERVICE_DESK_URL: "off", IFRAME_HOSTS: "off" });
  expect(off).toMatchObject({ serviceDeskUrl: null, iframeHosts: [] });
});

test("a company's backend: no demo, only the providers that are set", () => {
  const url = "https://open.feishu.cn/authorize?redirect_uri={redirect_uri}&state={state}";
  const config = readConsoleConfig({
    ERP_API_URL: "https://erp.corp.cn/api/",
    FEISHU_LOGIN_URL: url,
    IFRAME_HOSTS: "bi.corp.cn, *.corp.cn",
    CAPTCHA: "",
  });
  expect(config).toMatchObject({
    erpUrl: "https://erp.corp.cn/api",
    demo: false,
    captcha: true,
    iframeHosts: ["bi.corp.cn", "*.corp.cn"],
  });
  expect(config.socialUrls).toEqual({ WX: undefined, OA: undefined, FEISHU: url });
});

test.each([
  ["ERP_API_URL", "erp.corp.cn"],
  ["ERP_API_URL", "ftp://erp.corp.cn"],
  ["SESSION_SECRET", "short"],
  ["PASSWORD_ENCODING", "md5"],
  ["PASSWORD_KEY", "17 characters ..."],
  ["CLIENT_BASIC", "pig"],
  ["SUPPORT_EMAIL", "nobody"],
  ["SERVICE_DESK_URL", "javascript:alert(1)"],
  ["IFRAME_HOSTS", "https://bi.corp.cn"],
  ["WX_LOGIN_URL", "https://wx.corp.cn/?state=1"],
  ["COOKIE_SECURE", "yes"],
  ["CAPTCHA", "no"],
  ["DEMO", "1"],
  ["PORT", "99999"],
])("%s=%s stops the start with one sentence", (name, value) => {
  expect(() => readConsoleConfig({ [name]: value })).toThrow(new RegExp(`^环境变量 ${name}：.+$`));
});

test("every bad value has its own line", () => {
  const bad = { DEMO: "1", CAPTCHA: "2" };
  expect(() => readConsoleConfig(bad)).toThrow(/CAPTCHA.*\n.*DEMO|DEMO.*\n.*CAPTCHA/);
});
