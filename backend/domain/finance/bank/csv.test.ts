import { expect, test } from "vitest";
import { csvOf } from "./csv";

test("names that a spreadsheet would run are texts, everything stays in its cell", () => {
  const rows = [
    ["收款户名", "金额"],
    ['=HYPERLINK("http://x")', "-12.50"],
    ["+86,1", "@sum"],
    ['引"号', null],
  ];
  expect(csvOf(rows)).toBe(
    '\uFEFF收款户名,金额\r\n"\'=HYPERLINK(""http://x"")",-12.50\r\n"\'+86,1",\'@sum\r\n"引""号",\r\n',
  );
});
