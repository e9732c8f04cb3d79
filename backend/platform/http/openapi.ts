import { z } from "zod";
import { type Endpoint, schemaOf } from "./endpoint";
import { hoist, jsonSchema, type Schema } from "./openapi-schema";

export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  style?: string;
  explode?: boolean;
}

type OpenapiContent = Record<string, { schema?: Schema }>;

export interface OpenapiOperation {
  tags: string[];
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: OpenapiContent };
  responses: Record<string, { description: string; content: OpenapiContent } | { $ref: string }>;
  security: Record<string, string[]>[];
  "x-permission"?: string[];
}

export interface OpenApi {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenapiOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string; content: OpenapiContent }>;
    securitySchemes: Record<string, object>;
  };
}

const PARAM = /:(\w+)(?:\(([^)]*)\))?/g;

/** Express path → path template: /admin/user/:id(\d+) → /admin/user/{id}. */
export const templateOf = (path: string): string => path.replace(PARAM, "{$1}");

/** Calls that take client credentials instead of a token (pig-contract.md "Client credentials"). */
const isTokenCall = (e: Endpoint) => !!e.open && e.method === "post" && /\/token(\/|$)/.test(e.path);

function pathParameters(e: Endpoint, hoisted: (s: Schema) => Schema): Parameter[] {
  const known = e.params ? (jsonSchema(e.params, "input").properties ?? {}) : {};
  return [...e.path.matchAll(PARAM)].map(([, name = "", pattern]) => ({
    name,
    in: "path",
    required: true,
    schema: {
      ...hoisted(known[name] ?? { type: "string" }),
      ...(pattern && pattern !== "*" && { pattern: `^${pattern}$` }),
    },
  }));
}

function queryParameters(e: Endpoint, hoisted: (s: Schema) => Schema): Parameter[] {
  if (!e.query) return [];
  const { properties, required = [], ...open } = hoisted(jsonSchema(schemaOf(e.query), "input"));
  if (!properties) return [{ name: "query", in: "query", style: "form", explode: true, schema: open }];
  return Object.entries(properties).map(([name, { title, ...schema }]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...(title && { description: title }),
    schema,
  }));
}

function requestBody(e: Endpoint, hoisted: (s: Schema) => Schema): OpenapiOperation["requestBody"] {
  const file: Schema = { type: "string", contentMediaType: "application/octet-stream" };
  if (e.upload)
    return {
      required: true,
      content: { "multipart/form-data": { schema: { type: "object", properties: { file }, required: ["file"] } } },
    };
  if (!e.body || e.method === "get") return undefined;
  const schema = hoisted(jsonSchema(schemaOf(e.body), "input"));
  const json = { "application/json": { schema } };
  // Token calls are sent as query string, form or JSON by different clients.
  if (isTokenCall(e)) return { content: { "application/x-www-form-urlencoded": { schema }, ...json } };
  return { required: true, content: json };
}

function success(e: Endpoint, hoisted: (s: Schema) => Schema): OpenapiContent {
  if (e.raw && !e.response) return { "*/*": {} };
  const data = e.response ? hoisted(jsonSchema(schemaOf(e.response), "output")) : {};
  if (e.raw) return { "application/json": { schema: data } };
  const schema: Schema = {
    type: "object",
    properties: { code: { const: 0, description: "0 成功" }, msg: { type: ["string", "null"] }, data },
    required: ["code", "msg", "data"],
  };
  return { "application/json": { schema } };
}

const STATUSES: Record<string, string> = {
  "400": "填写的内容有误，fields 指出字段",
  "401": "登录已失效，请重新登录",
  "403": "当前操作没有权限",
  "404": "单据不存在，或不在数据权限内",
  "409": "状态、数量或并发不允许，msg 说明原因",
  "426": "用户名或密码错误，或账号不可用",
  "428": "验证码为空或错误",
  "429": "请求过频繁",
};

const statusesOf = (e: Endpoint): string[] => [
  "400",
  ...(e.open ? ["429"] : ["401"]),
  ...(isTokenCall(e) ? ["426", "428"] : []),
  ...(e.permission ? ["403"] : []),
  ...(e.path.includes(":") ? ["404"] : []),
  ...(e.method === "get" || e.open ? [] : ["409"]),
];

const camel = (path: string) =>
  path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, c: string | undefined) => c?.toUpperCase() ?? "");

function operation(e: Endpoint, hoisted: (s: Schema) => Schema): OpenapiOperation {
  const permissions = e.permission === undefined ? [] : [e.permission].flat();
  const needs = permissions.length ? `需要权限：${permissions.join(" 或 ")}` : e.open ? "不需要登录" : "登录即可使用";
  const body = requestBody(e, hoisted);
  return {
    tags: [e.tag],
    operationId: `${e.method}${camel(templateOf(e.path))}`,
    summary: e.title,
    description: needs,
    parameters: [...pathParameters(e, hoisted), ...queryParameters(e, hoisted)],
    ...(body && { requestBody: body }),
    responses: {
      "200": { description: "成功", content: success(e, hoisted) },
      ...Object.fromEntries(statusesOf(e).map((s) => [s, { $ref: `#/components/responses/Status${s}` }])),
    },
    security: e.open ? (isTokenCall(e) ? [{ basic: [] }] : []) : [{ bearer: [] }],
    ...(permissions.length && { "x-permission": permissions }),
  };
}

const refusal = z.object({
  code: z.literal(1),
  msg: z.string().meta({ description: "给人看的原因" }),
  data: z.null(),
  fields: z.record(z.string(), z.string()).optional().meta({ description: "字段 → 原因，仅填写的内容有误时" }),
});

/** OpenAPI 3.1 description of every call (market.md 0.1 envelope). */
export async function describe(endpoints: readonly Endpoint[]): Promise<OpenApi> {
  const schemas: Record<string, Schema> = { Refusal: jsonSchema(refusal, "output") };
  const hoisted = (schema: Schema) => hoist(schema, schemas);
  const paths: OpenApi["paths"] = {};
  for (const e of endpoints) {
    const path = templateOf(e.path);
    paths[path] = { ...paths[path], [e.method]: operation(e, hoisted) };
    // All of them take seconds: others are answered in between.
    await new Promise(setImmediate);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
  return {
    openapi: "3.1.0",
    info: {
      title: "跨境通 ERP 接口",
      version: "1",
      description:
        "成功答复 code 为 0，data 是内容；失败答复 code 为 1，msg 是给人看的原因。编号是字符串，时间是上海时间 yyyy-MM-dd HH:mm:ss，金额是精确小数的字符串。新增和状态变更可以带请求头 Idempotency-Key（8 到 100 个字母、数字、下划线或连字符），重复发送只处理一次。失败答复带 confirm: true 时，msg 是需要确认的问题：核对后在请求体中加 confirmed: true（或原样的问题）重新发送。",
    },
    servers: [{ url: "/api" }],
    tags: [...new Set(endpoints.map((e) => e.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(STATUSES).map(([s, description]) => [`Status${s}`, { description, content }]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "登录得到的 access_token" },
        basic: { type: "http", scheme: "basic", description: "客户端编号和密钥，只用于登录" },
      },
    },
  };
}
