import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PartTable } from "./part-table";

const table = (rows: string[] | null) =>
  renderToStaticMarkup(<PartTable title="采购单" head={["单号"]} rows={rows} cells={(no) => [no]} />);

it("a part that one may not see says so; one without rows says that", () => {
  expect(table(null)).toContain("无权查看");
  expect(table(null)).not.toMatch(/暂无|（0）/);
  expect(table([])).toContain("暂无采购单");
});
