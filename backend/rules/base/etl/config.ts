import { z } from "zod";
import { invalidAt } from "../../../http/refusal";
import { lineOf, placesOf } from "./places";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Config = { [key: string]: Json };

const isObject = (v: Json | undefined): v is Config =>
  typeof v === "object" && v !== null && !Array.isArray(v);
/** An object of a configuration; an empty one for what is none. */
export const objectIn = (v: Json | undefined): Config => (isObject(v) ? v : {});

/** What stands for a password in a configuration that people see. */
export const HIDDEN = "******";
const SECRET = /password|passwd|secret|token|access_?key/i;
const DEPTH = 20;

const plugin = z
  .record(z.string(), z.unknown())
  .refine((p) => typeof p.plugin_name === "string" && !!p.plugin_name, {
    path: ["plugin_name"],
    message: "须填写插件名称",
  });

const whole = z.object({
  env: z.object(
    {
      "job.mode": z
        .string("须为BATCH或STREAMING")
        .regex(/^(batch|streaming)$/i, "须为BATCH或STREAMING"),
    },
    "缺少env",
  ),
  source: z.array(plugin, "配置缺少source或sink").min(1, "配置缺少source或sink"),
  transform: z.array(plugin, "须为数组").optional(),
  sink: z.array(plugin, "配置缺少source或sink").min(1, "配置缺少source或sink"),
});

/** `source[0].plugin_name`. */
const pathOf = (parts: readonly PropertyKey[]) =>
  parts.map((p, i) => (typeof p === "number" ? `[${p}]` : `${i ? "." : ""}${String(p)}`)).join("");

/** Faults of a configuration that are said at once. */
const MOST = 5;

/** What is wrong with a value, with its line in the text that was typed. */
export function refuseAt(text: string, faults: readonly { path: string; says: string }[]): never {
  const places = placesOf(text);
  const said = faults.slice(0, MOST).map(({ path, says }) => {
    return `第${lineOf(places, path)}行 ${path}：${says}`;
  });
  throw invalidAt("config", said.join("；"));
}

/** Every text under a key that names a password, with the way to it. */
function* secretsIn(value: Json, path: (string | number)[] = []): Generator<[string, string]> {
  if (path.length > DEPTH) throw invalidAt("config", "配置嵌套过深");
  if (Array.isArray(value)) for (const [i, v] of value.entries()) yield* secretsIn(v, [...path, i]);
  else if (value && typeof value === "object")
    for (const [key, v] of Object.entries(value))
      if (typeof v === "string" && v && SECRET.test(key)) yield [pathOf([...path, key]), v];
      else yield* secretsIn(v, [...path, key]);
}

/** The same with other passwords. */
function withSecrets(value: Json, say: (path: string, v: string) => string): Config {
  const go = (v: Json, path: (string | number)[]): Json => {
    if (Array.isArray(v)) return v.map((x, i) => go(x, [...path, i]));
    if (!v || typeof v !== "object") return v;
    return Object.fromEntries(
      Object.entries(v).map(([key, x]) => [
        key,
        typeof x === "string" && x && SECRET.test(key)
          ? say(pathOf([...path, key]), x)
          : go(x, [...path, key]),
      ]),
    );
  };
  return objectIn(go(value, []));
}

export type Secrets = Record<string, string>;

const secretsSchema = z.record(z.string(), z.string());
export const readSecrets = (text: string | null): Secrets =>
  text ? secretsSchema.parse(JSON.parse(text)) : {};

const WHOLE = ["配置缺少source或sink", "缺少env"];

/** Reads a configuration as people type it. @throws Refusal with the lines of what is wrong */
export function parseConfig(text: string): Config {
  const { fault } = placesOf(text);
  if (fault) throw invalidAt("config", `第${fault.line}行第${fault.column}列不是正确的JSON`);
  const json: Config = JSON.parse(text);
  const { error } = whole.safeParse(json);
  if (!error) return json;
  const faults = error.issues.map(({ path, message }) => ({
    ...{ path: pathOf(path), says: message },
  }));
  const missing = faults.find(({ says }) => WHOLE.includes(says));
  if (missing) throw invalidAt("config", missing.says);
  return refuseAt(text, faults);
}

function pluginsOf(config: Config, part: "source" | "sink"): string {
  const list = config[part];
  return Array.isArray(list) ? list.map((p) => String(objectIn(p).plugin_name)).join("、") : "";
}

/** What a configuration says of itself. */
export const typesOf = (config: Config) => ({
  sourceType: pluginsOf(config, "source").slice(0, 200),
  sinkType: pluginsOf(config, "sink").slice(0, 200),
});

export const modeOf = (config: Config) => String(objectIn(config.env)["job.mode"]).toUpperCase();

/** Takes the passwords out: what people see, and the passwords; one that was not typed anew stays. */
export function split(
  config: Config,
  known: Secrets,
  text: string,
): { shown: Config; secrets: Secrets } {
  const secrets: Secrets = {};
  const lost: { path: string; says: string }[] = [];
  for (const [path, value] of secretsIn(config)) {
    const kept = value === HIDDEN ? known[path] : value;
    if (kept === undefined) lost.push({ path, says: "请填写密码" });
    else secrets[path] = kept;
  }
  if (lost.length) refuseAt(text, lost);
  return { shown: withSecrets(config, () => HIDDEN), secrets };
}

/** The configuration as the engine gets it. */
export const joined = (shown: Config, secrets: Secrets): Config =>
  withSecrets(shown, (path, value) => secrets[path] ?? value);
