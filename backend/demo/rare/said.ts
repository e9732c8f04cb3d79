import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { snake } from "#backend/platform/db/names";
import { now, today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { type Action, allFields, type DocumentType, type Field, formFields } from "#documents/kit";
import { tried } from "../acting";
import { uploadSample } from "../sample-files";

/** How often what is missing is given once more. */
const ROUNDS = 3;

/** What fields of these names are answered with, whatever they belong to. */
const WORDS: Readonly<Record<string, string>> = {
  containerNo: "MSKU1234565",
  vesselVoyage: "COSCO STAR 118E",
  conclusion: "销量达到预期，下次提前两周备货",
  platformRefundId: "RF-20260001",
  settlementNo: "ST-20260001",
};
/** What is paid where only the amount is asked. */
const AMOUNT = "35.00";

/** What somebody might answer; nothing where only a real thing will do. */
async function answerTo(c: RuleContext, name: string, field: Field): Promise<unknown> {
  if (WORDS[name]) return WORDS[name];
  if (field.kind === "enum") return Object.keys(field.options)[0];
  if (field.kind === "int") return field.min ?? 1;
  if (field.kind === "money" || field.kind === "decimal") return AMOUNT;
  if (field.kind === "bool") return false;
  if (field.kind === "date") return today();
  if (field.kind === "datetime") return now();
  if (field.kind === "files") return [await uploadSample(c, "document", "情况说明.pdf")];
  if (field.kind !== "text" && field.kind !== "longtext") return undefined;
  return field.pattern ? "RC0001" : "客户计划有变，按实际情况处理";
}

/** What an action asks for before it is done. */
export async function answers(c: RuleContext, document: DocumentType, action: Action): Promise<RuleValues> {
  const input: RuleValues = {};
  for (const [name, field] of Object.entries(action.input ?? {})) {
    const own = document.fields[name];
    if (field.kind === "ref" && own?.kind === "ref" && !own.virtual) input[name] = await likeOthers(c, document, name);
    else if (field.required || !["money", "decimal"].includes(field.kind)) input[name] = await answerTo(c, name, field);
  }
  return input;
}

/** What a declaration is complete with. */
const CUSTOMS = ["brokerId", "exportPort"];

/** What forms ask for that neither their source nor a row like it can say. */
export const SAID: Record<string, (c: RuleContext) => Promise<RuleValues>> = {
  sku_special_edit: async () => ({ reason: "包装改版，重量已复测", grossWeightG: "512" }),
  opening: async () => ({ reason: "盘点后发现期初数量少计" }),
  ads_fee: async () => ({ fixedPart: "120.00" }),
  customs_declaration: async (c) => given(c, documentNamed("customs_declaration"), CUSTOMS),
  async supplier(c) {
    return { creditCode: "91440300MA5FRARE0X", qualifications: [await uploadSample(c, "document", "营业执照.pdf")] };
  },
  async seal_sample(c) {
    const photos = [await uploadSample(c, "picture", "封样正面.png"), await uploadSample(c, "picture", "封样侧面.png")];
    return { photos, qty: 3, keepPurchase: 1, keepQc: 1, keepSupplier: 1 };
  },
};

/** What the newest row of this document that says something says in a field. */
async function likeOthers(c: RuleContext, document: DocumentType, name: string): Promise<unknown> {
  const { fixed = {}, table } = document;
  if (fixed[name]) return fixed[name];
  const column = snake(name);
  const row = await c.sql.one(
    `select ${column} as said from ${table} where ${column} is not null and del_flag = 0 order by id desc limit 1`,
  );
  return row?.said;
}

const KEPT_APART = new Set(["secret", "address", "json"]);

/** What a form must have and was given by nothing. */
async function given(c: RuleContext, document: DocumentType, names: readonly string[]): Promise<RuleValues> {
  const found: RuleValues = {};
  for (const name of names) {
    const field = allFields(document)[name];
    if (!field || KEPT_APART.has(field.kind)) continue;
    const other = field.kind === "ref" || field.kind === "dict" || field.kind === "refs";
    found[name] = other && !field.virtual ? await likeOthers(c, document, name) : await answerTo(c, name, field);
  }
  return found;
}

/** Names of fields of the head that a form must have and does not say. */
const openOf = (document: DocumentType, form: RuleValues): string[] =>
  formFields(document, "add").flatMap(([name, field]) => (field.required && (form[name] ?? "") === "" ? [name] : []));

/** Makes a document of what is known; what it then still asks for is given. */
export async function madeSo<T extends NonNullable<unknown>>(
  c: RuleContext,
  document: DocumentType,
  form: RuleValues,
  make: (form: RuleValues) => Promise<T>,
): Promise<T | undefined> {
  let whole = { ...form, ...(await given(c, document, openOf(document, form))), ...(await SAID[document.name]?.(c)) };
  for (let round = 0; round < ROUNDS; round++) {
    const { done, refused } = await tried(c, () => make(whole));
    if (done) return done;
    const asked = Object.keys(refused?.fields ?? {}).filter((name) => allFields(document)[name]);
    if (!asked.length) throw refused ?? new Error(`nothing was made of ${document.name}`);
    whole = { ...whole, ...(await given(c, document, asked)) };
  }
  return undefined;
}
