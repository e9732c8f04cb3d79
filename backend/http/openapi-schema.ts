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
  [keyword: string]: unknown;
}

interface ObjectDef {
  type: string;
  shape?: Record<string, z.ZodType>;
}

/** Names that a caller must send: those that the schema refuses to miss, preprocessed ones included. */
const needed = (shape: Record<string, z.ZodType>): string[] =>
  Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);

/**
 * JSON Schema of a zod schema: of what is sent (`input`) or answered (`output`). What JSON Schema cannot
 * say, such as a transform, is left open.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: own }) {
      const def = zodSchema._zod.def as unknown as ObjectDef;
      if (def.type !== "object" || !def.shape || io === "output") return;
      own.required = needed(def.shape);
      if (!own.required.length) delete own.required;
    },
  });
  return json as Schema;
}

/** Meta key by which a schema asks for a place of its own among the named schemas. */
export const NAMED = "x-name";

/** Moves every schema that carries a name to `into` and leaves a reference. Names stand for one schema. */
export function hoist(schema: Schema, into: Record<string, Schema>): Schema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== "object") return node;
    const { [NAMED]: name, ...rest } = node as Schema;
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
    if (typeof name !== "string") return own;
    into[name] ??= own;
    return { $ref: `#/components/schemas/${name}` };
  };
  return walk(schema) as Schema;
}
