import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { cellText } from "~/ui/table/row";
import { tableOf, withLinks } from "./columns";

it("says several choices of a field in words", () => {
  const { leaves } = tableOf(documentNamed("purchase_change"));
  const column = leaves.find((leaf) => leaf.key === "changeTypes")?.column;
  const row = { id: "1", version: 0, changeTypes: ["date", "fee"] };
  expect(column && cellText(column, row.changeTypes, row)).toBe("交期、费用");
});

it("the number of a document is a link for who may see such documents, and text for others", () => {
  const ledger = documentNamed("ap_entry");
  const rows = [{ id: "1", version: 0, bizNo: "FK2611010001", bizDocument: "payment", bizId: "35" }];
  const column = tableOf(ledger).leaves.find((leaf) => leaf.key === "bizNo")?.column;
  const hrefFor = (opens: string[]) => withLinks(ledger, rows, "/", { opens }).map((row) => column?.href?.(row));
  expect(hrefFor(["payment"])).toEqual(["/paymentDetail/index?id=35"]);
  expect(hrefFor(["purchase_order"])).toEqual([undefined]);
});
