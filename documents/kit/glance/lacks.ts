import { field } from "../field/field";

const worked = { virtual: true, computed: true, hiddenIn: ["view", "add", "edit"] } as const;

/**
 * What a row lacks that its approval would have asked for: masters that a company brings along are in force
 * without one (company.md 1.3). Its rules say both as expressions; `glance.lacks` names the first.
 */
export const lackFields = () => ({
  lacks: field.text("尚缺资料", { ...worked, column: { hide: true, width: 200 } }),
  lacking: field.bool("待补资料", { ...worked, filter: "in" }),
});
