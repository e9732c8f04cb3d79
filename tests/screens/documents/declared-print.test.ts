import { documents } from "#documents";
import { type DocumentType, labelName, type Print, printsOf } from "#documents/kit";
import { api } from "../../product/api";
import { expect, testAs } from "../support";
import { named } from "./declarations";

// The printed sheet of every declaration that has one.

const test = testAs("admin");

const printed = documents.filter((document) => printsOf(document).length);
/** The first sheet of a document. */
const sheetOf = (document: DocumentType): Print => printsOf(document)[0]?.[1] ?? { path: "" };
/** Its address for a row; several documents may share one. */
const printHref = (document: DocumentType, id: string | undefined) => {
  const { path, type } = sheetOf(document);
  return `${path}?ids=${id}${type ? `&type=${type}` : ""}`;
};
/** Labels for the shelf: they name goods, not the document. */
const papers = printed.filter(({ name }) => name !== "wms_sign");

/** From whom, for whom or where it is: readable names of a stored reference of the header. */
const partiesOf = ({ fields }: DocumentType) =>
  Object.entries(fields).flatMap(([name, f]) =>
    f.kind === "ref" && !f.virtual && ["supplier", "store", "warehouse"].includes(f.to) ? [labelName(name)] : [],
  );

/** A row of the demonstration in a state in which it may be printed. */
async function rowOf(document: DocumentType) {
  const admin = await api();
  const { api: path } = document;
  const { from } = sheetOf(document);
  const states = from ? `&status=${from.join()}` : "";
  const { records } = await admin.get<{ records: Record<string, string>[] }>(`${path}/page?size=50&descs=id${states}`);
  // The newest may be of another test, for somebody who is no party of ours.
  const row = records.find((r) => partiesOf(document).some((name) => r[name])) ?? records[0];
  return admin.get<Record<string, string>>(`${path}/${row?.id}`);
}

test("every declaration with a sheet is covered; nine have no party", () => {
  expect(printed.length).toBeGreaterThan(0);
  const alone = papers.filter((document) => !partiesOf(document).length);
  // An opening is of many suppliers, a product is nobody's, an inquiry goes to several, a payee may be anybody, a month belongs to all,
  // a fee is a star's, what evaluations cost a resource's, an
  // article is its readers'.
  expect(alone.map(({ name }) => name)).toEqual([
    "sku",
    "inquiry_order",
    "oa_payment",
    "month_close",
    "opening",
    "ads_fee",
    "eva_refund",
    "eva_request",
    "knowledge",
  ]);
});

test.for(named(papers))("%s: its sheet names the document and the party", async ([, document], { page }) => {
  const row = await rowOf(document);
  expect((await page.goto(printHref(document, row.id))).status()).toBe(200);
  const sheet = page.locator(".paper");
  await expect(sheet).toHaveCount(1);
  await expect(sheet).toContainText(row[document.display] ?? "");
  const parties = partiesOf(document);
  const known = parties.flatMap((name) => row[name] ?? []);
  expect(known.length > 0, `${row.id} has a party`).toBe(parties.length > 0);
  for (const party of known) await expect(sheet).toContainText(party);
});

test.for(named(printed))("%s: no sheet without a row", async ([, document], { page }) => {
  expect((await page.goto(printHref(document, "999999999"))).status()).toBe(404);
  await expect(page.locator(".paper")).toHaveCount(0);
});
