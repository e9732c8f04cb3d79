import path from "node:path";
import { z } from "zod";
import { addressesOf } from "./db/client";
import { version } from "./version";

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
/** 0: none. */
const limit = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback);
const onOff = z.enum(["on", "off"]);

/** One or, in libpq's form, several hosts, of which the one that takes writes is looked for. */
const database = z.string().superRefine((text, { addIssue }) => {
  const addresses = addressesOf(text);
  const wrong = (message: string) => addIssue({ code: "custom", message });
  if (addresses.some((one) => !z.url({ protocol: /^postgres(ql)?$/ }).safeParse(one).success))
    return wrong("要写成 postgresql://用户@主机:端口/库，主机可以有几个，用逗号分开");
  const attrs = new URL(addresses[0] ?? "").searchParams.get("target_session_attrs") ?? "read-write";
  if (!["read-write", "primary"].includes(attrs)) wrong("target_session_attrs 只能是 read-write 或 primary");
});
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

/** Bucket and key of `s3://bucket/a/b`; nothing when it is no such address. */
export function readS3Address(address: string): { bucket: string; key: string } | undefined {
  const [, bucket, key = ""] = S3_ADDRESS.exec(address) ?? [];
  return bucket ? { bucket, key: key.slice(1) } : undefined;
}

const schema = z.object({
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: database.optional(),
  /** What hands out the connections of DATABASE_URL by transaction; then DATABASE_DIRECT_URL leads past it. */
  DATABASE_POOLER: z.enum(["transaction"]).optional(),
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_READ_URL: database.optional(),
  READ_LAG_SECONDS: z.coerce.number().int().min(1).max(60).default(5),
  DATABASE_POOL: seconds(12),
  DATABASE_CONNECT_SECONDS: limit(5),
  DATABASE_STATEMENT_SECONDS: limit(30),
  DATABASE_LOCK_SECONDS: limit(10),
  DATABASE_IDLE_SECONDS: limit(60),
  CAPTCHA: onOff.default("on"),
  DEMO: onOff.default("on"),
  PASSWORD_ENCODING: z.enum(["aes-cbc", "aes-cfb", "base64"]).default("aes-cbc"),
  PASSWORD_KEY: z.string().length(16).default("pigxpigxpigxpigx"),
  CLIENTS: z
    .string()
    .regex(/^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$/, "要写成 id:secret,id:secret")
    .default("pig:pig,app:app"),
  ADMIN_PASSWORD: z.string().min(8, "至少8位").optional(),
  ACCESS_TOKEN_SECONDS: seconds(43_200),
  REFRESH_TOKEN_SECONDS: seconds(2_592_000),
  REFRESH_GRACE_SECONDS: seconds(30),
  SESSION_IDLE_SECONDS: seconds(28_800),
  SESSION_MAX_SECONDS: seconds(2_592_000),
  SECRET_KEYS: z.string().optional(),
  SEATUNNEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATES_URL: z.union([z.literal("off"), z.url({ protocol: /^https?$/ })]).optional(),
  REPORTS: z.enum(["on", "off"]).default("on"),
  TRUST_PROXY: z.string().default("loopback"),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(0).max(3650).optional(),
  RELEASE_COMMIT: z.string().max(60).optional(),
  BACKUP_S3: z.string().regex(S3_ADDRESS, "要写成 s3://存储桶/前缀，前缀只用字母、数字和 . _ - /").optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export interface BackendConfig {
  /** Version of the program, of a release with the commit that it was made of. */
  program: string;
  /** Absolute directory of the database cluster, uploads and generated keys. */
  dataDir: string;
  databaseUrl?: string;
  /** Where calls find it through a pooler that hands out connections by transaction. */
  pooledUrl?: string;
  /** A standby that reports, searches and lists read from while it is less than so many seconds behind. */
  standby?: { url: string; lagSeconds: number };
  /** Connections of calls, and how long what of a call may take in the database. */
  databasePool: number;
  databaseLimits: Record<"connect" | "statement" | "lock" | "idle", number>;
  captcha: "on" | "off";
  /** Demo data, demo logins listed, SMS code shown. */
  demo: boolean;
  passwordEncoding: "aes-cbc" | "aes-cfb" | "base64";
  passwordKey: string;
  /** "id:secret" pairs accepted as Basic credentials on token calls. */
  clients: string[];
  /** First password of `admin`; none: the published one with demo data, else generated and printed once. */
  adminPassword?: string;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  refreshGraceSeconds: number;
  /** A session ends that long after its last use, */
  sessionIdleSeconds: number;
  /** and that long after its sign-in. */
  sessionMaxSeconds: number;
  /** Keys of what is kept encrypted, as keys.ts of backend/platform/personal reads them. */
  secretKeys?: string;
  /** REST interface of the data engine; without one the embedded engine does what it can. */
  seatunnelUrl?: string;
  /** Where daily rates are published, or that none are read; else the European Central Bank's own address, or the stand-in's. */
  ratesUrl?: string;
  /** Marketplaces are asked for their reports by themselves. */
  reports: boolean;
  trustProxy: string;
  /** Where backups of every night go, in a bucket as well, and for how many days they are kept; 0: none is made. */
  backups: { folder: string; keepDays: number; s3?: BackupBucket };
  /** The account of buckets, */
  s3Account?: S3Account;
  /** and that of uploads. */
  s3?: S3Account & { bucket: string };
}

interface S3Account {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type BackupBucket = S3Account & { bucket: string; prefix: string };

/** @throws Error when only some of the settings are there */
function s3Of(e: z.output<typeof schema>): Pick<BackendConfig, "s3" | "s3Account"> & { backups?: BackupBucket } {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (![endpoint, accessKeyId, secretAccessKey, e.S3_BUCKET, e.BACKUP_S3].some(Boolean)) return {};
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new Error("环境变量 S3_BUCKET、BACKUP_S3 要和 S3_ENDPOINT、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY 一起设");
  const s3Account = { endpoint, region: e.S3_REGION, accessKeyId, secretAccessKey };
  const to = e.BACKUP_S3 && readS3Address(e.BACKUP_S3);
  return {
    s3Account,
    ...(e.S3_BUCKET && { s3: { ...s3Account, bucket: e.S3_BUCKET } }),
    ...(to && { backups: { ...s3Account, bucket: to.bucket, prefix: to.key && `${to.key}/` } }),
  };
}

/**
 * Reads the backend's settings from the environment.
 * @throws Error with one line per bad value.
 */
export function readBackendConfig(env: Record<string, string | undefined>): BackendConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, v]) => v !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((i) => `环境变量 ${i.path.join(".")}：${i.message}`);
    throw new Error(lines.join("\n"));
  }
  const e = parsed.data;
  const { backups, ...s3 } = s3Of(e);
  const pooled = [e.DATABASE_POOLER, e.DATABASE_DIRECT_URL];
  if (pooled.some(Boolean) && !(pooled.every(Boolean) && e.DATABASE_URL))
    throw new Error("环境变量 DATABASE_POOLER=transaction、DATABASE_DIRECT_URL 要和 DATABASE_URL 一起设");
  if (e.DATABASE_READ_URL && !e.DATABASE_URL) throw new Error("环境变量 DATABASE_READ_URL 要和 DATABASE_URL 一起设");
  // Of several hosts the primary would be looked for, which is what reading shall spare.
  if (e.DATABASE_READ_URL && addressesOf(e.DATABASE_READ_URL).length > 1)
    throw new Error("环境变量 DATABASE_READ_URL 只写一个主机，几个备库请放在 HAProxy 后面");
  return {
    program: e.RELEASE_COMMIT ? `${version} (${e.RELEASE_COMMIT})` : version,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    pooledUrl: e.DATABASE_POOLER && e.DATABASE_URL,
    standby: e.DATABASE_READ_URL ? { url: e.DATABASE_READ_URL, lagSeconds: e.READ_LAG_SECONDS } : undefined,
    databasePool: e.DATABASE_POOL,
    databaseLimits: {
      connect: e.DATABASE_CONNECT_SECONDS,
      statement: e.DATABASE_STATEMENT_SECONDS,
      lock: e.DATABASE_LOCK_SECONDS,
      idle: e.DATABASE_IDLE_SECONDS,
    },
    captcha: e.CAPTCHA,
    demo: e.DEMO === "on",
    passwordEncoding: e.PASSWORD_ENCODING,
    passwordKey: e.PASSWORD_KEY,
    clients: e.CLIENTS.split(","),
    adminPassword: e.ADMIN_PASSWORD,
    accessTokenSeconds: e.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: e.REFRESH_TOKEN_SECONDS,
    refreshGraceSeconds: e.REFRESH_GRACE_SECONDS,
    sessionIdleSeconds: e.SESSION_IDLE_SECONDS,
    sessionMaxSeconds: e.SESSION_MAX_SECONDS,
    secretKeys: e.SECRET_KEYS,
    seatunnelUrl: e.SEATUNNEL_URL,
    ratesUrl: e.RATES_URL,
    reports: e.REPORTS === "on",
    trustProxy: e.TRUST_PROXY,
    backups: {
      folder: path.resolve(e.BACKUP_DIR ?? path.join(e.DATA_DIR, "backups")),
      keepDays: e.BACKUP_KEEP_DAYS ?? (e.DEMO === "on" ? 0 : 14),
      ...(backups && { s3: backups }),
    },
    ...s3,
  };
}
