import { readFileSync } from "node:fs";
import { campaign } from "../../product/campaign";
import { complaint } from "../../product/complaint";
import { type Driver, play } from "../../product/driver";
import { payments } from "../../product/payments";
import { purchase } from "../../product/purchase";
import { star } from "../../product/star";
import { statement } from "../../product/statement";
import { attach, choose, expect, follow, rowWith, submit, test } from "../support";

const bytesOf: Driver["bytesOf"] = async (file) => readFileSync(await file.path());
const words = { attach, choose, expect, follow, rowWith, submit, bytesOf };

/*
 * Each is played without script in every run: tests/screens/tour and tests/screens/documents/flows.test.ts.
 * In Chromium the one with the most dialogs; `LONG=true` plays the others there as well.
 */
test("the README's purchase, from a requisition to what goes back, by those whose work it is @long", async ({
  browserOf,
}) => {
  // Twenty steps of seven people.
  test.setTimeout(240_000);
  await play(purchase, { ...words, browserOf });
});

test("a month's money, from requests to one transfer and back, by those whose work it is", async ({ browserOf }) => {
  test.setTimeout(180_000);
  await play(payments, { ...words, browserOf });
});

test("an order in another currency, paid and completed, and the statement that leads to all of it @long", async ({
  browserOf,
}) => {
  test.setTimeout(120_000);
  await play(statement, { ...words, browserOf });
});

test("a buyer's complaint, from a letter to money back and one more point of inspection @long", async ({
  browserOf,
}) => {
  test.setTimeout(120_000);
  await complaint({ ...words, browserOf });
});

test("a star, from the first contact to what she cost and brought @long", async ({ browserOf }) => {
  test.setTimeout(180_000);
  await star({ ...words, browserOf });
});

test("a campaign, from its application to refunds that are paid @long", async ({ browserOf }) => {
  test.setTimeout(180_000);
  await campaign({ ...words, browserOf });
});
