import { expect, test } from "vitest";
import { drafted, listed } from "./new-document.mjs";

test("a new document begins with a declaration, rules and a test of them", () => {
  const { files, variable, help } = drafted("wms", "sample-loan", "样品借用单");
  expect(Object.keys(files)).toEqual([
    "documents/wms/sample-loan.ts",
    "backend/domain/wms/sample-loan.ts",
    "backend/domain/wms/sample-loan.test.ts",
  ]);
  expect(variable).toBe("sampleLoan");
  expect(files["documents/wms/sample-loan.ts"]).toContain('name: "sample_loan"');
  expect(help).toContain("<td>样品借用单</td>");
});

test("an index gets one import and one entry, whether its list ends with a comma or not", () => {
  const text = 'import { a } from "./a";\n\nexport const wmsDocuments = [\n  a,\n] as const;\n';
  const whole =
    'import { b } from "./b";\nimport { a } from "./a";\n\nexport const wmsDocuments = [\n  a,\n  b,\n] as const;\n';
  expect(listed(text, "./b", "b", "wmsDocuments")).toBe(whole);
  expect(listed(text.replace("a,\n", "a\n"), "./b", "b", "wmsDocuments")).toBe(whole);
  expect(() => listed(text, "./b", "b", "nothing")).toThrow("nothing is not there");
});
