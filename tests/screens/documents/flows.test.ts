import type { Driver } from "../../product/driver";
import { purchase } from "../../product/purchase";
import { receipt } from "../../product/receipt";
import type { Download } from "../browser/page";
import { expect, follow, rowWith, submit, testAs } from "../support";

const bytesOf = (file: Download) => file.bytes();
const words = { expect, follow, rowWith, submit, bytesOf };
/** This browser in place of Playwright's, whose words it speaks. */
const driver = (more: object) => ({ ...words, ...more }) as unknown as Driver;

const test = testAs(null);

test("the README's purchase, from a requisition to what goes back, by those whose work it is", async ({
  browserOf,
}) => {
  const people = driver({ browserOf });
  await receipt(people, await purchase(people));
});
