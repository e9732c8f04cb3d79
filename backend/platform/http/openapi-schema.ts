import { z } from "zod";

/** A JSON Schema of the dialect of OpenAPI 3.1. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  [keyword: string]: unknown;
}

/** Names that a caller must send: those that the schema refuses to miss, preprocessed ones included. */
const needed = (shape: z.core.$ZodShape): string[] =>
  Object.entries(shape).flatMap(([name, one]) => (z.safeParse(one, undefined).success ? [] : [name]));

/**
 * JSON Schema of a zod schema: of what is sent (`input`) or answered (`output`). What JSON Schema cannot
 * say, such as a transform, is left open.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: own }) {
      const { def } = zodSchema._zod;
      if (def.type !== "object" || io === "output") return;
      own.required = needed(def.shape);
      if (!own.required.length) delete own.required;
    },
  });
  return json as Schema;
}

/** Meta key by which a schema asks for a place of its own among the named schemas. */
export const NAMED = "x-name";

/**
 * Moves every schema that carries a name to `into` and leaves a reference. Names stand for one schema;
 * schemas that contain themselves get one.
 */
export function hoist(schema: Schema, into: Record<string, Schema>): Schema {
  const { $defs = {}, ...root } = schema;
  const renamed = new Map<string, string>();
  const rename = (from: string) => {
    const name = `Shape${Object.keys(into).length + 1}`;
    into[name] = {};
    renamed.set(from, name);
    return name;
  };
  for (const key of Object.keys($defs)) rename(`#/$defs/${key}`);
  const self = JSON.stringify(root).includes('"$ref":"#"') ? rename("#") : undefined;
  for (const [key, def] of Object.entries($defs))
    into[renamed.get(`#/$defs/${key}`) ?? key] = extract(def, into, renamed);
  const own = extract(root, into, renamed);
  if (!self) return own;
  into[self] = own;
  return { $ref: `#/components/schemas/${self}` };
}

function extract(schema: Schema, into: Record<string, Schema>, renamed: Map<string, string>): Schema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== "object") return node;
    const { [NAMED]: name, ...rest } = node as Schema;
    const moved = rest.$ref === undefined ? undefined : renamed.get(rest.$ref);
    if (moved) return { ...rest, $ref: `#/components/schemas/${moved}` };
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
    if (typeof name !== "string") return own;
    into[name] ??= own;
    return { $ref: `#/components/schemas/${name}` };
  };
  return walk(schema) as Schema;
}
