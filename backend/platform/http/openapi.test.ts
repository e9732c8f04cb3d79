import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { backendEndpoints } from "../..";
import type { OpenApi } from "./openapi";
import { templateOf } from "./openapi";

let backend: TestBackend;
let api: OpenApi;
let html: string;
let page: Response;
// Checking the description takes longer than a kept connection lives.
const alone = { headers: { connection: "close" } };
beforeAll(async () => {
  backend = await testBackend();
  api = await (await fetch(`${backend.url}/docs.json`, alone)).json();
  page = await fetch(`${backend.url}/docs`, alone);
  html = await page.text();
});
afterAll(() => backend.close());

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const operation = (method: string, path: string) => api.paths[path]?.[method];
const named = (name: string) => api.components.schemas[name];

describe("the description of the API", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(api) })).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    const broken = structuredClone(api) as { info?: unknown };
    delete broken.info;
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it("has every registered call with its permission, and no two of one name", () => {
    const all = backendEndpoints();
    expect(all.length).toBeGreaterThan(60);
    for (const e of all) {
      const found = operation(e.method, templateOf(e.path));
      expect(found, `${e.method} ${e.path}`).toBeDefined();
      expect(found?.["x-permission"] ?? []).toEqual([e.permission ?? []].flat());
      for (const code of [e.permission ?? []].flat()) expect(found?.description).toContain(code);
    }
    expect(operations()).toHaveLength(all.length);
    const ids = operations().map((o) => o.operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("names every path parameter, and every reference leads somewhere", () => {
    for (const { path, operation: o } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
      expect(o.parameters.filter((p) => p.in === "path").map((p) => p.name)).toEqual(inPath);
    }
    const references = JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
    for (const [, kind, name] of references)
      expect(api.components[kind as "schemas"], `${kind}/${name}`).toHaveProperty([String(name)]);
    const strange = JSON.stringify(api).match(/"\$ref":"#(?!\/components)[^"]*"|\$defs|"\$schema"/g);
    expect(strange).toBeNull();
  });

  it("says how to sign in: nothing, client credentials or a token", () => {
    expect(operation("get", "/admin/user/page")?.security).toEqual([{ bearer: [] }]);
    expect(operation("post", "/auth/oauth/token")?.security).toEqual([{ basic: [] }]);
    expect(operation("get", "/code")?.security).toEqual([]);
    expect(Object.keys(api.components.securitySchemes)).toEqual(["bearer", "basic"]);
  });

  it("describes bodies by their declaration: required, limits, words", () => {
    expect(operation("post", "/admin/user")?.requestBody?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/userAdd" } },
    });
    expect(named("userAdd")?.required?.sort()).toEqual(["deptId", "displayname", "roleIds", "username"]);
    expect(named("siteEdit")?.required).toEqual(["version"]);
    // Clients of the pig lineage know of no versions.
    expect(named("userEdit")?.required).toBeUndefined();
    expect(named("userAdd")?.properties?.mobile).toMatchObject({ title: "手机" });
    expect(JSON.stringify(named("roleAdd")?.properties?.dsType)).toContain("2 本部门及下级");
    expect(named("dictDetail")?.properties?.items?.items?.properties).toHaveProperty("parentValue");
    expect(named("user")?.properties).not.toHaveProperty("password");
  });

  it("wraps answers in the envelope, refusals too; tokens are not wrapped", () => {
    const ok = operation("get", "/admin/user/page")?.responses["200"];
    const schema = ok && "content" in ok ? ok.content["application/json"]?.schema : undefined;
    expect(schema?.required).toEqual(["code", "msg", "data"]);
    expect(schema?.properties?.data?.properties?.records).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/user" },
    });
    expect(named("Refusal")?.required).toEqual(["code", "msg", "data"]);
    expect(JSON.stringify(operation("post", "/auth/oauth/token")?.responses["200"])).toMatch(/access_token/);
  });
});

describe("the page of the description", () => {
  it("is a viewer that loads only what this server sends, with no script in the page", () => {
    expect(page.headers.get("content-type")).toMatch(/text\/html/);
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(html.match(/<script>|<style|\sstyle=|\son\w+="|(src|href)="(https?:)?\/\//g)).toBeNull();
    expect(html).toContain('href="docs.json"');
  });

  it("brings its files, which a browser keeps for good, and no others of their package", async () => {
    const files = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map((m) => String(m[1]));
    expect(files).toHaveLength(3);
    for (const file of files) {
      const answer = await fetch(`${backend.url}/${file}`);
      expect(answer.status, file).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/(javascript|css)/);
      if (!file.endsWith("start.js"))
        expect(answer.headers.get("cache-control")).toMatch(/max-age=31536000, immutable/);
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
    const folder = files[0]?.slice(0, files[0].lastIndexOf("/"));
    for (const other of ["package.json", "index.html", "..%2Fpackage.json"])
      expect((await fetch(`${backend.url}/${folder}/${other}`)).ok).toBe(false);
  });

  it("asks for a sign-in where it is no demonstration", async () => {
    backend.config.demo = false;
    const token = await login(backend.url, "ops", "123456");
    const as = { headers: { Authorization: `Bearer ${token}` } };
    const answers = await Promise.all(
      ["/docs", "/docs.json"].flatMap((path) => [fetch(backend.url + path), fetch(backend.url + path, as)]),
    );
    backend.config.demo = true;
    expect(answers.map((a) => a.status)).toEqual([401, 200, 401, 200]);
  });
});

describe("every answer", () => {
  it("is kept by nobody and taken for nothing but what it says it is", async () => {
    for (const path of ["/docs.json", "/demo-accounts", "/admin/user/page", "/no/such/call"]) {
      const { headers } = await fetch(backend.url + path);
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });
});
