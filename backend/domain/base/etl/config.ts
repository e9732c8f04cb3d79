import { z } from "zod";
import { invalidAt } from "#backend/platform/http";
import {
  type Config,
  DEEPEST,
  HIDDEN,
  isSecretKey,
  type Json,
  objectIn,
  pathOf,
  type Secret,
  withSecrets,
} from "#backend/platform/values/secret-texts";
import { lineOf, placesOf } from "./places";

/** A key whose value says where the engine goes, or how it gets there. */
const ADDRESS = /url|uri|host|server|endpoint|node|address|broker|port|proxy|path|driver|bucket/i;

const plugin = z
  .record(z.string(), z.unknown())
  .refine((p) => typeof p.plugin_name === "string" && !!p.plugin_name, {
    path: ["plugin_name"],
    message: "须填写插件名称",
  });

const whole = z.object({
  env: z.object(
    { "job.mode": z.string("须为BATCH或STREAMING").regex(/^(batch|streaming)$/i, "须为BATCH或STREAMING") },
    "缺少env",
  ),
  source: z.array(plugin, "配置缺少source或sink").min(1, "配置缺少source或sink"),
  transform: z.array(plugin, "须为数组").optional(),
  sink: z.array(plugin, "配置缺少source或sink").min(1, "配置缺少source或sink"),
});

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

/** @throws Refusal when it is deeper than anybody writes */
function requireShallow(value: Json, depth = 0): void {
  if (depth > DEEPEST) throw invalidAt("config", "配置嵌套过深");
  if (value && typeof value === "object") for (const one of Object.values(value)) requireShallow(one, depth + 1);
}

export type Secrets = Record<string, Secret>;

const secretsSchema = z.record(z.string(), z.union([z.string(), z.number()]));
export const readSecrets = (text: string | null): Secrets => (text ? secretsSchema.parse(JSON.parse(text)) : {});

const WHOLE = ["配置缺少source或sink", "缺少env"];

/** Reads a configuration as people type it. @throws Refusal with the lines of what is wrong */
export function parseConfig(text: string): Config {
  const { fault } = placesOf(text);
  if (fault) throw invalidAt("config", `第${fault.line}行第${fault.column}列不是正确的JSON`);
  const json: Config = JSON.parse(text);
  const { error } = whole.safeParse(json);
  if (!error) return json;
  const faults = error.issues.map(({ path, message }) => ({ path: pathOf(path), says: message }));
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

/** Everything below a part of a configuration that says where its secrets are shown to. */
function addressesIn(value: Json | undefined, key = ""): Json[] {
  if (Array.isArray(value)) return value.flatMap((one) => addressesIn(one, key));
  if (value && typeof value === "object")
    return Object.entries(value).flatMap(([name, one]) =>
      isSecretKey(name) ? [] : addressesIn(one, `${key}.${name}`),
    );
  const says = ADDRESS.test(key) || (typeof value === "string" && value.includes("//"));
  return says && value !== undefined ? [[key, value]] : [];
}

/** The part that the secret at a path belongs to: `source[0]`, `env`. */
function partOf(config: Config | undefined, path: string): Json | undefined {
  const [, name = "", index] = /^([^.[#]*)(?:\[(\d+)\])?/.exec(path) ?? [];
  const part = config?.[name];
  return index !== undefined && Array.isArray(part) ? part[Number(index)] : part;
}

const sameAddresses = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(addressesIn(a)) === JSON.stringify(addressesIn(b));

/**
 * Takes the secrets out: what people see, and the secrets. One that was not typed anew stays, where its
 * part still leads to the same addresses: `before` is what people saw.
 */
export function split(
  config: Config,
  known: Secrets,
  text: string,
  before?: Config,
): { shown: Config; secrets: Secrets } {
  requireShallow(config);
  const secrets: Secrets = {};
  const shown = objectIn(withSecrets(config, () => HIDDEN));
  const lost: { path: string; says: string }[] = [];
  withSecrets(config, (path, value) => {
    const own = path.replace(/#\d+$/, "");
    const kept = value === HIDDEN ? known[path] : value;
    if (kept === undefined) lost.push({ path: own, says: "请填写密码" });
    else if (value === HIDDEN && !sameAddresses(partOf(shown, path), partOf(before, path)))
      lost.push({ path: own, says: "地址已修改，请重新填写密码" });
    else secrets[path] = kept;
    return HIDDEN;
  });
  if (lost.length) refuseAt(text, lost);
  return { shown, secrets };
}

/** The configuration as the engine gets it. */
export const joined = (shown: Config, secrets: Secrets): Config =>
  objectIn(withSecrets(shown, (path, value) => secrets[path] ?? value));
