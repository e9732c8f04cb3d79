import { type FactName, factOf, isFact, type Op, ops, opsOf, type RuleStage } from "./words";

/** One comparison: several values stand beside each other, `between` has two. */
export interface Leaf {
  field: FactName;
  op: Op;
  values: readonly string[];
}

/** A group of conditions; without any it matches everything. */
export interface Tree {
  logic: "AND" | "OR";
  items: readonly (Leaf | Tree)[];
}

/** A row of the form: a condition, or the head of a group of the rows one level below. */
export interface TreeRow {
  level?: number | null;
  fact?: string | null;
  op?: string | null;
  value?: string | null;
}

/** What is wrong with a row of the form. */
export class WrongRow extends Error {
  constructor(
    readonly row: number,
    readonly field: keyof TreeRow,
    message: string,
  ) {
    super(message);
  }
}

/** Conditions of one tree at most. */
export const MOST_LEAVES = 20;

const YES: Record<string, string> = { 是: "true", true: "true", 否: "false", false: "false" };

/** The values that a text names: commas of both kinds, 、 and ; stand between them. */
export const valuesOf = (text: string): string[] =>
  text
    .split(/[,，、;；~～\n]/)
    .map((v) => v.trim())
    .filter(Boolean);

function requireValues(leaf: Leaf, row: number): void {
  const { field, op, values } = leaf;
  const { shape } = factOf(field);
  const bad = (message: string) => new WrongRow(row, "value", message);
  if (!values.length) throw bad("请输入值");
  if (op === "between" && values.length !== 2) throw bad("介于须填两个值");
  if (["gt", "gte", "lt", "lte", "eq", "lengthGt"].includes(op) && values.length !== 1) throw bad("只能填一个值");
  const numeric = shape === "number" || op === "lengthGt";
  if (numeric && !values.every((v) => /^-?\d{1,12}(\.\d{1,4})?$/.test(v))) throw bad("请输入数字");
  const [low = "", high = ""] = values;
  const wrong = numeric ? Number(low) > Number(high) : low > high;
  if (op === "between" && wrong) throw bad("第二个值不能小于第一个");
}

/** The condition that a row says. @throws WrongRow */
function leafOf(field: FactName, { op, value }: TreeRow, row: number, stage: RuleStage): Leaf {
  const { shape, stages, label } = factOf(field);
  if (stages && !stages.includes(stage)) throw new WrongRow(row, "fact", "该条件不能用于此阶段");
  const known = opsOf(field).find((o) => o === op);
  if (!known)
    throw new WrongRow(
      row,
      "op",
      `${label}只能用${opsOf(field)
        .map((o) => ops[o].label)
        .join("、")}`,
    );
  const values = valuesOf(value ?? "").map((v) => (shape === "yes" ? (YES[v] ?? "") : v));
  if (values.includes("")) throw new WrongRow(row, "value", "请填是或否");
  const leaf = { field, op: known, values };
  requireValues(leaf, row);
  return leaf;
}

interface Open {
  logic: "AND" | "OR";
  items: (Leaf | Tree)[];
  row: number;
}

/** The tree that the rows of the form say, top to bottom. @throws WrongRow */
export function treeOf(logic: string, rows: readonly TreeRow[], stage: RuleStage): Tree {
  const root: Open = { logic: logic === "or" ? "OR" : "AND", items: [], row: -1 };
  let open: Open[] = [root];
  const groups: Open[] = [];
  let leaves = 0;
  rows.forEach((row, i) => {
    const level = row.level ?? 1;
    const parent = open[level - 1];
    if (!parent) throw new WrongRow(i, "level", "上面没有这一层的条件组");
    open = open.slice(0, level);
    if (row.fact === "all" || row.fact === "any") {
      if (level === 3) throw new WrongRow(i, "level", "条件最多三层");
      const group: Open = { logic: row.fact === "any" ? "OR" : "AND", items: [], row: i };
      parent.items.push(group);
      groups.push(group);
      open.push(group);
    } else if (row.fact && isFact(row.fact)) {
      leaves += 1;
      if (leaves > MOST_LEAVES) throw new WrongRow(i, "fact", `条件最多${MOST_LEAVES}个`);
      parent.items.push(leafOf(row.fact, row, i, stage));
    } else throw new WrongRow(i, "fact", "请选择字段");
  });
  for (const group of groups) if (!group.items.length) throw new WrongRow(group.row, "fact", "条件组中没有条件");
  return plain(root);
}

const plain = ({ logic, items }: Tree): Tree => ({
  logic,
  items: items.map((item) => ("items" in item ? plain(item) : item)),
});

/** Every condition of a tree, from above. */
export const leavesOf = (tree: Tree): Leaf[] =>
  tree.items.flatMap((item) => ("items" in item ? leavesOf(item) : [item]));

const valueWord = (leaf: Leaf, value: string): string =>
  factOf(leaf.field).shape === "yes" ? (value === "true" ? "是" : "否") : value;

/** `国家属于US、CA` */
export function leafSentence(leaf: Leaf): string {
  const { label, unit = "" } = factOf(leaf.field);
  const between = leaf.op === "between" ? "至" : "、";
  return `${label}${ops[leaf.op].label}${leaf.values.map((v) => valueWord(leaf, v)).join(between)}${unit}`;
}

/** A tree as a sentence; groups stand in parentheses. */
export function treeSentence(tree: Tree, inside = false): string {
  if (!tree.items.length) return "全部订单";
  const text = tree.items
    .map((item) => ("items" in item ? treeSentence(item, true) : leafSentence(item)))
    .join(tree.logic === "OR" ? " 或 " : " 且 ");
  return inside && tree.items.length > 1 ? `（${text}）` : text;
}
