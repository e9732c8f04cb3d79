import { documentNamed } from "#documents";
import { type Field, GROUP, type ImportColumn } from "#documents/kit";

const kinds: Partial<Record<Field["kind"], string>> = {
  int: "整数",
  decimal: "数字",
  money: "金额",
  percent: "百分数，13表示13%",
  bool: "是或否",
  date: "日期，如2026-01-31",
  datetime: "时间，如2026-01-31 10:00:00",
};

/** What may stand in a column, in one sentence. */
export function hintOf({ key, field: f }: ImportColumn): string {
  if (key === GROUP || !f) return "同一单据的各行填写相同的内容";
  const options = "options" in f ? Object.values(f.options).map((o) => o.label) : [];
  const scale = "scale" in f && f.scale !== undefined ? `最多${f.scale}位小数` : "";
  const words = [
    options.length ? `可填：${options.join("、")}` : kinds[f.kind],
    f.kind === "ref" && `填写${documentNamed(f.to).label}的${displayOf(f.to)}`,
    (f.kind === "refs" || f.kind === "enums") && "多个用顿号分开",
    f.kind === "texts" && "多项用分号分开",
    f.kind === "dict" && "填写字典中的名称",
    scale,
    f.help,
    f.default !== undefined && options.length === 0 && f.kind !== "bool" && `不填为${f.default}`,
  ];
  return words.filter(Boolean).join("；");
}

function displayOf(name: string): string {
  const target = documentNamed(name);
  return target.fields[target.display]?.label ?? "名称";
}
