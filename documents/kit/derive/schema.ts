import { z } from "zod";
import { type Action, type DocumentType, formFields, formLines, type Lines } from "../document/document";
import type { Field, FieldOf, Mode } from "../field/field";
import { columnDigits, plainNumber } from "../field/number";
import { monthRead } from "../glance/month";
import { ADDRESS_MAX, addressParts, neededParts } from "../glance/sealed";

const ask = (f: Field) =>
  f.requiredMessage ??
  (["enum", "enums", "dict", "ref", "refs", "line", "date", "datetime"].includes(f.kind)
    ? `请选择${f.label}`
    : ["image", "images", "files"].includes(f.kind)
      ? `请上传${f.label}`
      : `请输入${f.label}`);

/** Empty text is no value: forms send "" where JSON sends null. NUL has no place in a database. */
const blank = (v: unknown) => {
  if (v === undefined) return null;
  if (typeof v !== "string") return v;
  return v.trim() ? v.replaceAll("\0", "") : null;
};

const orNothing = <T extends z.ZodType>(f: Field, schema: T) =>
  z.preprocess(
    blank,
    schema.nullable().refine((v: unknown) => !f.required || (v !== null && v !== ""), ask(f)),
  );

function textSchema(f: FieldOf<"text" | "longtext" | "richtext" | "password" | "secret">) {
  const max = f.max ?? (f.kind === "richtext" ? 200_000 : 500);
  let s = z.string(ask(f)).max(max, `${f.label}不能超过${max}个字`);
  if (f.kind === "text") s = s.trim();
  if (f.min) s = s.min(f.min, `${f.label}不能少于${f.min}个字`);
  if (f.input === "mobile") s = s.length(11, "手机号码长度不为11位");
  if (f.pattern) s = s.regex(f.pattern[0], f.pattern[1]);
  if (f.input !== "month") return s;
  return z.preprocess((v) => (typeof v === "string" ? monthRead(v) : v), s);
}

/** More characters are no number that anybody writes. */
const LONGEST_NUMBER = 40;

/** Exact decimal as a string: no binary float ever touches it (supply.md 0.7). */
function decimalSchema(f: FieldOf<"decimal" | "money" | "percent">) {
  const { whole, scale } = columnDigits(f);
  // As many digits as the column takes; 14 are enough for every amount.
  const digits = Math.min(14, whole);
  const rule = new RegExp(`^-?\\d+${scale ? `(\\.\\d{1,${scale}})?` : ""}$`);
  const fits = new RegExp(`^-?0*\\d{1,${digits}}(\\.|$)`);
  const wanted = scale ? `${f.label}要填写数字，最多${scale}位小数` : `${f.label}要填写整数`;
  return z
    .union([z.string(), z.number()])
    .refine((v) => String(v).length <= LONGEST_NUMBER, wanted)
    .transform((v) => plainNumber(String(v)))
    .refine((v) => rule.test(v), wanted)
    .refine((v) => !rule.test(v) || fits.test(v), `${f.label}的整数部分不能超过${digits}位`)
    .refine((v) => f.min === undefined || Number(v) >= f.min, `${f.label}不能小于${f.min}`)
    .refine((v) => f.max === undefined || Number(v) <= f.max, `${f.label}不能大于${f.max}`);
}

function intSchema(f: FieldOf<"int">) {
  const whole = `${f.label}要填写整数`;
  const { min = -2_147_483_648, max = 2_147_483_647 } = f;
  const number = z.number(whole).int(whole).min(min, `${f.label}不能小于${min}`).max(max, `${f.label}不能大于${max}`);
  const read = (v: unknown) => (typeof v === "string" && v.length <= LONGEST_NUMBER ? Number(plainNumber(v)) : v);
  return z.preprocess(read, number);
}

const idSchema = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((v) => /^-?\d{1,18}$/.test(v), "编号不正确");

/** yyyy-MM-dd HH:mm:ss that the calendar has. */
const isTime = (v: string) =>
  z.iso.date().safeParse(v.slice(0, 10)).success && /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(v.slice(10));

const mostFiles = (f: FieldOf<"files" | "images">) => f.max ?? (f.kind === "images" ? 99 : 3);

const linesOf = (v: unknown) =>
  (typeof v === "string" ? v.split(/\r?\n/) : Array.isArray(v) ? v.map(String) : [])
    .map((x) => x.trim())
    .filter(Boolean);

/** Id of an uploaded file: the id itself, or what the upload call answered. */
const fileId = (v: unknown): string => {
  const id = typeof v === "object" && v !== null && "id" in v ? v.id : v;
  return typeof id === "string" || typeof id === "number" ? String(id).trim() : "";
};
const isFileId = (id: string) => /^[1-9]\d{0,17}$/.test(id);
const notUploaded = (f: Field) => `${f.label}只能是已上传的文件`;

const listOf = (v: unknown) =>
  v === null || v === undefined || v === "" ? [] : Array.isArray(v) ? v : String(v).split(",");

const COUNTRY = /^[A-Z]{2}$/;
const NO_COUNTRY = "国家要填写两位代码，例如 US";

const NEEDED: ReadonlySet<string> = new Set(neededParts);

/**
 * Parts as they are typed; what was read, the masked text, says nothing. `whole`: of a new one, whose
 * needed parts nothing has kept.
 */
const addressSchema = ({ label }: Field, whole = false) =>
  z.preprocess(
    (v) => (typeof v === "object" && v !== null && !Array.isArray(v) ? v : whole ? {} : null),
    z
      .object(
        Object.fromEntries(
          Object.entries(addressParts).map(([part, said]) => {
            const text = z.string().trim().max(ADDRESS_MAX, `${label}的${said}不能超过${ADDRESS_MAX}个字`);
            const one = part === "country" ? text.toUpperCase().regex(COUNTRY, NO_COUNTRY) : text;
            if (!whole || !NEEDED.has(part)) return [part, z.preprocess(blank, one.nullable()).optional()];
            const given = one.nullable().refine((v) => !!v, `请输入${label}的${said}`);
            return [part, z.preprocess((v) => blank(v ?? null), given)];
          }),
        ),
      )
      .nullable(),
  );

/** zod schema of one field's value as it travels on the wire and comes from a form. */
export function fieldSchema(f: Field): z.ZodType {
  switch (f.kind) {
    case "int":
      return orNothing(f, intSchema(f));
    case "money":
    case "percent":
      return orNothing(f, decimalSchema(f));
    case "decimal":
      return orNothing(f, decimalSchema(f));
    case "bool":
      return z.preprocess((v) => v === true || v === "true" || v === "1" || v === "on", z.boolean());
    case "date":
      return orNothing(f, z.iso.date(`${f.label}要填写日期`));
    case "datetime":
      return orNothing(
        f,
        z
          .string()
          .transform((v) => v.replace("T", " ") + (v.length === 16 ? ":00" : ""))
          .refine(isTime, `${f.label}要填写日期和时间`),
      );
    case "enum":
      return orNothing(f, z.enum(Object.keys(f.options), `请选择${f.label}`));
    case "ref":
    case "line":
      return orNothing(f, idSchema);
    case "refs":
      return z.preprocess(
        listOf,
        z.array(idSchema).refine((v) => !f.required || v.length > 0, ask(f)),
      );
    case "images":
    case "files":
      return z.preprocess(
        (v) => [...new Set(listOf(v).map(fileId))],
        z
          .array(z.string())
          .refine((v) => v.every(isFileId), notUploaded(f))
          .max(mostFiles(f), `${f.label}最多${mostFiles(f)}个文件`)
          .refine((v) => !f.required || v.length > 0, ask(f)),
      );
    case "enums":
      return z.preprocess(
        listOf,
        z.array(z.enum(Object.keys(f.options), `请选择${f.label}`)).refine((v) => !f.required || v.length > 0, ask(f)),
      );
    case "texts":
      return z.preprocess(
        linesOf,
        z
          .array(z.string().max(f.max ?? 500, `${f.label}每行不能超过${f.max ?? 500}个字`))
          .refine((v) => !f.required || v.length > 0, ask(f)),
      );
    case "json":
      return z.unknown().transform((v) => v ?? null);
    case "image":
      return orNothing(f, z.preprocess(fileId, z.string().refine(isFileId, notUploaded(f))));
    case "dict":
      return orNothing(f, z.string().max(500));
    case "secret":
      // What is not typed anew stays, so only the save knows whether one is there.
      return orNothing({ ...f, required: false }, textSchema(f));
    case "address":
      return addressSchema(f);
    default:
      return orNothing(f, textSchema(f));
  }
}

/** A value that is not named at all gets the declared default; one that is left empty stays empty. */
const orDefault = (f: Field, schema: z.ZodType) =>
  f.default === undefined ? schema : z.preprocess((v) => (v === undefined ? f.default : v), schema);

/** What a description of the API says of a field. */
const meaning = (f: Field) => ({
  title: f.label,
  description: [
    "options" in f &&
      Object.entries(f.options)
        .map(([value, o]) => `${value} ${o.label}`)
        .join("，"),
    f.kind === "dict" && `字典 ${f.type}`,
    f.unit && `单位：${f.unit}`,
    f.help,
  ]
    .filter(Boolean)
    .join("；"),
});

const shape = (fields: [string, Field][], fresh: boolean) =>
  Object.fromEntries(
    fields.map(([name, f]) => {
      const own = f.kind === "address" ? addressSchema(f, fresh && !!f.required) : fieldSchema(f);
      const schema = fresh ? orDefault(f, own) : own;
      return [name, schema.meta(meaning(f))];
    }),
  );

/** Fields of a line that people fill in; the others are worked out. */
const lineFields = (lines: Lines) => Object.entries(lines.fields).filter(([, f]) => !f.computed);

const lineSchema = (lines: Lines) =>
  z
    .array(z.object({ id: idSchema.nullish(), ...shape(lineFields(lines), true) }))
    .max(lines.max ?? 500, `${lines.label}最多${lines.max ?? 500}行`)
    .refine((v) => !lines.required || v.length > 0, lines.required ?? "")
    .meta({ title: lines.label });

/** Values that a form of this mode may change: fields read-only in the mode are left out. */
export function inputSchema(document: DocumentType, mode: Mode) {
  const writable = formFields(document, mode).filter(([, f]) => !f.readonlyIn?.includes(mode));
  const lines = formLines(document).map(
    // A change that does not name its lines leaves them; only a new row starts without.
    ([name, l]) => [name, mode === "add" ? lineSchema(l).default([]) : lineSchema(l).optional()] as const,
  );
  return z.object({ ...shape(writable, mode === "add"), ...Object.fromEntries(lines) });
}

const partLines = (lines: Lines) =>
  z
    .array(z.object({ id: idSchema.nullish(), ...z.object(shape(lineFields(lines), false)).partial().shape }))
    .max(lines.max ?? 500, `${lines.label}最多${lines.max ?? 500}行`)
    .default([])
    .meta({ title: lines.label });

/** Values and rows that an action asks for. */
export const actionSchema = (input: Record<string, Field> = {}, lines: Record<string, Lines> = {}) =>
  z.object({
    ...shape(Object.entries(input), true),
    ...Object.fromEntries(Object.entries(lines).map(([name, l]) => [name, partLines(l)])),
  });

/** The same for several rows: what each of them may have of its own need not be said for all. */
export function batchSchema({ input = {}, lines, each }: Pick<Action, "input" | "lines" | "each">) {
  const own = (each?.fields ?? []).flatMap((name): [string, Field][] => {
    const f = input[name];
    return f ? [[name, { ...f, required: false }]] : [];
  });
  const all = actionSchema({ ...input, ...Object.fromEntries(own) }, lines).shape;
  const rows = z.record(z.string().regex(/^\d{1,18}$/), z.object(shape(own, true)).partial());
  return z.object(each ? { ...all, each: rows.default({}) } : all);
}
