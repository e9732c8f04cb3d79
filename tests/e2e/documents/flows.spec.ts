import { readFileSync } from "node:fs";
import type { Driver } from "../../product/driver";
import { purchase } from "../../product/purchase";
import { receipt } from "../../product/receipt";
import { expect, follow, rowWith, submit, test } from "../support";

const bytesOf: Driver["bytesOf"] = async (file) => readFileSync(await file.path());
const words = { expect, follow, rowWith, submit, bytesOf };

// The same without script: tests/screens/documents/flows.test.ts.
test("from a requisition to goods on their way, by the people whose work it is", ({
  browserOf,
}) => {
  test.slow();
  return purchase({ ...words, browserOf });
});

test("goods are received, inspected, and what is bad goes back", ({ browserOf }) => {
  test.slow();
  return receipt({ ...words, browserOf });
});
