import { campaign } from "../../product/campaign";
import { complaint } from "../../product/complaint";
import { star } from "../../product/star";
import { driverOf } from "../driver";
import { testAs } from "../support";

const test = testAs(null);

test("a buyer's complaint, from a letter to money back and one more point of inspection", async ({ browserOf }) => {
  await complaint(driverOf(browserOf));
});

test("a star, from the first contact to what she cost and brought", async ({ browserOf }) => {
  await star(driverOf(browserOf));
});

test("a campaign, from its application to refunds that are paid", async ({ browserOf }) => {
  await campaign(driverOf(browserOf));
});
