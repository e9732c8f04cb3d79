import { z } from "zod";
import { wireTime } from "#backend/platform/http";
import { NAMED } from "#backend/platform/http/openapi-schema";
import {
  allFields,
  type DocumentType,
  type Field,
  flagsOf,
  inputSchema,
  isFile,
  labelName,
  otherNames,
  ownId,
} from "#documents/kit";
import { once } from "#documents/kit/once";
import { version } from "../call";

const id = z.string().regex(/^-?\d+$/);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Schema of a value as it is answered. */
function valueSchema(f: Field): z.ZodType {
  switch (f.kind) {
    case "int":
      return z.int().nullable();
    case "decimal":
    case "money":
    case "percent":
      return decimal.nullable();
    case "bool":
      return z.boolean().nullable();
    case "date":
      return z.iso.date().nullable();
    case "datetime":
      return wireTime.nullable();
    case "enum":
      return z.enum(Object.keys(f.options)).nullable();
    case "ref":
    case "line":
      return id.nullable();
    case "refs":
      return z.array(id).nullable();
    case "files":
    case "images":
      return z.array(id).nullable();
    case "image":
      return id.nullable();
    case "texts":
    case "enums":
      return z.array(z.string()).nullable();
    case "json":
      return z.unknown();
    default:
      return z.string().nullable();
  }
}

function columns(fields: Record<string, Field>): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, f] of Object.entries(fields)) {
    if (f.kind === "password" || f.hiddenIn?.includes("view")) continue;
    // A value that needs a permission of its own is left out for others; virtual ones come with one row.
    const schema = f.mask || f.virtual ? valueSchema(f).optional() : valueSchema(f);
    shape[name] = schema.meta({ title: f.label });
    if (f.kind !== "ref" && f.kind !== "refs" && !isFile(f)) continue;
    const one = f.kind === "ref" || f.kind === "image";
    const twin = one ? z.string().nullable() : z.array(z.string().nullable()).nullable();
    shape[labelName(name)] = twin.optional().meta({ title: `${f.label}名称` });
  }
  return shape;
}

const own = { id, version: z.int() };

/** Schema of a row in a list. */
export const rowSchema = once((document: DocumentType) =>
  z.looseObject({ ...own, ...columns(allFields(document)) }).meta({ title: document.label, [NAMED]: document.name }),
);

/** Schema of one whole document: the row with its lines and pig's name of its id. */
export const wholeSchema = (document: DocumentType) =>
  rowSchema(document)
    .extend({
      [ownId(document)]: id,
      refused: z
        .record(z.string(), z.string())
        .optional()
        .meta({ title: "不能做的操作", description: "操作名称到原因：状态允许，但现在做不了" }),
      warned: z
        .record(z.string(), z.string())
        .optional()
        .meta({ title: "须留意的操作", description: "操作名称到提示：可以做，但先要考虑" }),
      ...Object.fromEntries(
        Object.entries(document.lines ?? {}).map(([name, l]) => [
          name,
          z.array(z.looseObject({ ...own, ...columns(l.fields) })).meta({ title: l.label }),
        ]),
      ),
    })
    .meta({ title: `${document.label}详情`, [NAMED]: `${document.name}Detail` });

/** What a write answers. */
export const savedSchema = z.looseObject({
  ...own,
  oneTimePassword: z.string().optional().meta({ description: "只在这一次答复里出现" }),
  account: z.string().optional().meta({ description: "一次性密码所属的登录名" }),
});

/** Body of a new row. */
export const addSchema = (document: DocumentType) =>
  inputSchema(document, "add").meta({ title: `新增${document.label}`, [NAMED]: `${document.name}Add` });

/** Body of a change: the row, the version that was seen, and any of the fields that may change. */
export const editSchema = (document: DocumentType) => {
  const wireId = z.union([z.string(), z.number()]).optional();
  const fields = inputSchema(document, "edit").partial().shape;
  const others = Object.fromEntries(
    otherNames(document).flatMap(([own, other]) =>
      fields[own] ? [[other, fields[own].meta({ title: `${own}的另一个名称` })]] : [],
    ),
  );
  const flags = Object.fromEntries(flagsOf(document).map((name) => [name, z.string().max(100).nullish()]));
  return z
    .object({
      id: wireId.meta({ title: "编号" }),
      [ownId(document)]: wireId.meta({ title: "编号的另一个名称" }),
      // Clients of the pig lineage know of no versions.
      version: document.calls?.lineage ? version.optional() : version,
      ...flags,
      ...others,
      ...fields,
    })
    .meta({ title: `修改${document.label}`, [NAMED]: `${document.name}Edit` });
};
