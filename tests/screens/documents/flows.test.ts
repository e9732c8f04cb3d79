import { campaign } from "../../product/campaign";
import { complaint } from "../../product/complaint";
import type { Driver } from "../../product/driver";
import { payments } from "../../product/payments";
import { purchase } from "../../product/purchase";
import { receipt } from "../../product/receipt";
import { star } from "../../product/star";
import { statement } from "../../product/statement";
import type { Download } from "../browser/page";
import { attach, expect, follow, rowWith, submit, testAs } from "../support";

const bytesOf = (file: Download) => file.bytes();
const words = { attach, expect, follow, rowWith, submit, bytesOf };
/** This browser in place of Playwright's, whose words it speaks. */
const driver = (more: object) => ({ ...words, ...more }) as unknown as Driver;

const test = testAs(null);

test("the README's purchase, from a requisition to what goes back, by those whose work it is", async ({
  browserOf,
}) => {
  const people = driver({ browserOf });
  await receipt(people, await purchase(people));
});

test("a month's money, from requests to one transfer and back, by those whose work it is", async ({ browserOf }) => {
  await payments(driver({ browserOf }));
});

test("an order in another currency, paid and completed, and the statement that leads to all of it", async ({
  browserOf,
}) => {
  await statement(driver({ browserOf }));
});

test("a buyer's complaint, from a letter to money back and one more point of inspection", async ({ browserOf }) => {
  await complaint(driver({ browserOf }));
});

test("a star, from the first contact to what she cost and brought", async ({ browserOf }) => {
  await star(driver({ browserOf }));
});

test("a campaign, from its application to refunds that are paid", async ({ browserOf }) => {
  await campaign(driver({ browserOf }));
});
