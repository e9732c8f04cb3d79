import path from "node:path";
import { z } from "zod";
import type { AuthSettings, SocialType } from "~/erp/auth.server";

const HELP = "/help/index.html";
const onOff = z.enum(["on", "off"], { error: "只能是 on 或 off" });
const webAddress = (what: string) =>
  z.url({ protocol: /^https?$/, error: `要写成 http(s)://…（${what}）` }).transform(trimmed);
const trimmed = (address: string) => address.replace(/\/+$/, "");

/** Host, host:port or *.domain that may be shown in a frame. */
const hostPattern = /^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i;
const list = (value: string) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

const socialAddress = z
  .string()
  .refine((v) => /^https?:\/\//.test(v) && v.includes("{state}") && v.includes("{redirect_uri}"), {
    error: "要写成含有 {redirect_uri} 与 {state} 的 http(s) 授权地址",
  })
  .optional();

const schema = z.object({
  PORT: z.coerce.number({ error: "要写端口号" }).int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().default(".data"),
  ERP_API_URL: webAddress("含 /api 的后端地址").optional(),
  SESSION_SECRET: z
    .string()
    .refine((v) => list(v).every((s) => s.length >= 32) && list(v).length > 0, {
      error: "每个密钥至少 32 个字符；更换时写成 新密钥,旧密钥",
    })
    .optional(),
  PASSWORD_ENCODING: z
    .enum(["aes-cbc", "aes-cfb", "base64"], { error: "只能是 aes-cbc、aes-cfb 或 base64" })
    .default("aes-cbc"),
  PASSWORD_KEY: z
    .string()
    .refine((v) => [16, 24, 32].includes(v.length), { error: "长度要是 16、24 或 32 个字符" })
    .default("pigxpigxpigxpigx"),
  CLIENT_BASIC: z
    .string()
    .regex(/^[^:]+:.+$/, { error: "要写成 客户端:密钥" })
    .default("pig:pig"),
  SUPPORT_EMAIL: z.email({ error: "要写邮箱地址" }).default("support@example.com"),
  // The console's own help, unless the company has a service desk.
  SERVICE_DESK_URL: z.union([z.literal("off"), webAddress("服务台地址")]).default(HELP),
  PUBLIC_URL: webAddress("用户访问本系统的地址").optional(),
  IFRAME_HOSTS: z
    .string()
    // What the menu entry 外部资料 shows.
    .default("example.com")
    .transform((text) => (text === "off" ? [] : list(text)))
    .refine((hosts) => hosts.every((h) => hostPattern.test(h)), {
      error: "要写成以逗号分隔的主机名，如 bi.example.com,*.example.cn",
    }),
  WX_LOGIN_URL: socialAddress,
  OA_LOGIN_URL: socialAddress,
  FEISHU_LOGIN_URL: socialAddress,
  TRUST_PROXY: z.string().default("loopback"),
  COOKIE_SECURE: z.enum(["auto", "on", "off"], { error: "只能是 auto、on 或 off" }).default("auto"),
  ANSWERS_SECONDS: z.coerce.number({ error: "要写秒数" }).int().min(0).max(300).default(15),
  CAPTCHA: onOff.default("on"),
  DEMO: onOff.optional(),
  // Set by the start of a release.
  RELEASE_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}\+?$/, { error: "要写提交号" })
    .optional(),
});

/** The bundled backend's page on which one chooses who to be. */
const demoProvider = (erpUrl: string | undefined, type: SocialType) =>
  `${erpUrl ?? "/api"}/auth/demo/authorize?type=${type}&state={state}&redirect_uri={redirect_uri}`;

/** Settings of the console; everything that a page may depend on beyond the backend's answers. */
export interface ConsoleConfig {
  /** What stands behind the version of a release: the commit that it was made of; else nothing. */
  commit: string;
  /** Base address of the ERP backend, with /api and without a slash at the end. */
  erpUrl: string;
  /** Of a bundled demonstration: whether figures of former days are still being made. */
  figuresComing?: () => boolean;
  /** Absolute directory for the generated session key. */
  dataDir: string;
  /** First one seals, all open; none: generated once below `dataDir`. */
  sessionSecrets: string[];
  auth: AuthSettings;
  supportEmail: string;
  /** Target of the floating service-desk link. */
  serviceDeskUrl: string | null;
  /** Address under which people reach the console; none: taken from the request. */
  publicUrl: string | null;
  /** Hosts that /myiframe may show (also frame-src of the content security policy). */
  iframeHosts: string[];
  /** Authorisation address per provider, with {redirect_uri} and {state}. */
  socialUrls: Partial<Record<SocialType, string>>;
  /** Express "trust proxy" value. */
  trustProxy: string;
  cookieSecure: "auto" | "on" | "off";
  /** Age up to which rights, menus, bell and counts are shown without asking again, in ms. */
  answersMs: number;
  captcha: boolean;
  /** Demo logins, SMS codes and simulated providers are shown. */
  demo: boolean;
}

/**
 * Reads the console's settings from the environment; empty counts as absent.
 * @throws Error with one sentence per bad value
 */
export function readConsoleConfig(env: Record<string, string | undefined>): ConsoleConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((i) => `环境变量 ${i.path.join(".")}：${i.message}`).join("\n"));
  const e = parsed.data;
  // A company's own backend has no demo logins; the bundled one has.
  const demo = (e.DEMO ?? (e.ERP_API_URL ? "off" : "on")) === "on";
  const simulated = (type: SocialType) => (demo ? demoProvider(e.ERP_API_URL, type) : undefined);
  return {
    commit: e.RELEASE_COMMIT ? ` (${e.RELEASE_COMMIT})` : "",
    erpUrl: e.ERP_API_URL ?? `http://127.0.0.1:${e.PORT}/api`,
    dataDir: path.resolve(e.DATA_DIR),
    sessionSecrets: list(e.SESSION_SECRET ?? ""),
    auth: { clientBasic: e.CLIENT_BASIC, passwordEncoding: e.PASSWORD_ENCODING, passwordKey: e.PASSWORD_KEY },
    supportEmail: e.SUPPORT_EMAIL,
    serviceDeskUrl: e.SERVICE_DESK_URL === "off" ? null : e.SERVICE_DESK_URL,
    publicUrl: e.PUBLIC_URL ?? null,
    iframeHosts: e.IFRAME_HOSTS,
    socialUrls: {
      WX: e.WX_LOGIN_URL ?? simulated("WX"),
      OA: e.OA_LOGIN_URL ?? simulated("OA"),
      FEISHU: e.FEISHU_LOGIN_URL ?? simulated("FEISHU"),
    },
    trustProxy: e.TRUST_PROXY,
    cookieSecure: e.COOKIE_SECURE,
    answersMs: e.ANSWERS_SECONDS * 1000,
    captcha: e.CAPTCHA === "on",
    demo,
  };
}
