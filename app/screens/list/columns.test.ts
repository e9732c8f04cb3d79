import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { cellText } from "~/ui/table/row";
import { tableOf } from "./columns";

it("says several choices of a field in words", () => {
  const { leaves } = tableOf(documentNamed("purchase_change"));
  const column = leaves.find((leaf) => leaf.key === "changeTypes")?.column;
  const row = { id: "1", version: 0, changeTypes: ["date", "fee"] };
  expect(column && cellText(column, row.changeTypes, row)).toBe("交期、费用");
});
