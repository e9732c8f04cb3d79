import type { Page } from "@playwright/test";
import { capitals } from "#documents/kit/field/amount";
import { api } from "../../product/api";
import { expect, test } from "../support";

interface Row {
  id: string;
  no?: string;
  status: string;
  items?: { skuCode?: string }[];
  listings?: { msku: string; fnsku: string | null }[];
  checks?: { item: string }[];
  orders?: { rows: { skuCode: string }[] }[];
  orderAmount?: string;
  totalAmount?: string;
  contractType?: string;
}

/** Every print page of products, purchasing and payments: its address, call, size and what stands on a sheet. */
const PAGES: [path: string, call: string, size: keyof typeof SIZES, states?: string][] = [
  ["/product/sku/print", "/product/sku", "A4", "approved"],
  ["/sealSampleTable/print", "/product/sealsample", "A5", "effective"],
  ["/porequisiton/print", "/purchase/requisition", "A4"],
  ["/inquiryorder/print", "/purchase/inquiry", "A4 lying"],
  ["/purchaseOrder/print", "/purchase/order", "A4", "approved,executing"],
  ["/purchaseContract/print", "/purchase/contract", "A4"],
  ["/deliveryPlan/print", "/purchase/deliveryplan", "A4"],
  ["/delivery/print", "/purchase/delivery", "A5", "shipped"],
  ["/poreturn/print", "/purchase/return", "A4"],
  ["/poexchange/print", "/purchase/exchange", "A4"],
  ["/inspection/print", "/purchase/inspection", "A4", "done"],
  ["/print/index", "/finance/request", "A5", "approved,paid"],
  ["/finance/payment/print", "/finance/payment", "A4"],
  ["/finance/mergePayment/print", "/finance/mergepayment", "A4"],
  ["/finance/oapayment/printOaPayment", "/finance/oapayment", "A4", "approved,paid"],
];

/** Points; a page of a PDF names its size in them. */
const SIZES = { A4: [595, 842], A5: [420, 595], "A4 lying": [842, 595] };
/** Pixels between its margins: 186 mm, 132 mm, 273 mm. */
const WIDTHS = { A4: 703, A5: 499, "A4 lying": 1031 };

/** Sizes of the pages of a PDF, in their order. */
const pagesOf = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map((m) =>
    [m[1], m[2]].map((n) => Math.round(Number(n))),
  );

/** Sheets of the page as they are printed: their text, and what sticks out of their width. */
const sheetsOf = (page: Page) =>
  page.locator(".paper").evaluateAll((sheets) =>
    sheets.map((sheet) => {
      const cut = (e: Element) =>
        e instanceof HTMLElement && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1;
      const edge = sheet.getBoundingClientRect().right + 1;
      const out = [...sheet.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > edge || cut(e));
      return { text: (sheet as HTMLElement).innerText, out: out.map((e) => e.outerHTML.slice(0, 80)) };
    }),
  );

const skusOf = (row: Row) =>
  [...(row.items ?? []), ...(row.orders ?? []).flatMap((o) => o.rows)].flatMap((l) => l.skuCode ?? []);

test.use({ user: "admin" });

test("every print page in batch: paper size, a page each, all lines, amounts in words", async ({ page }) => {
  const admin = await api();
  await page.emulateMedia({ media: "print" });
  for (const [path, call, size, states = ""] of PAGES) {
    const list = await admin.get<{ records: Row[] }>(`${call}/page?size=2&descs=id${states && `&status=${states}`}`);
    const ids = list.records.map((r) => r.id);
    expect(ids.length, `demo rows of ${path}`).toBeGreaterThan(0);
    await page.setViewportSize({ width: WIDTHS[size], height: 900 });
    await page.goto(`${path}?ids=${ids.join(",")}`);
    const sheets = await sheetsOf(page);
    expect(sheets.length, path).toBe(ids.length);
    for (const [i, id] of ids.entries()) {
      const row = await admin.get<Row>(`${call}/${id}`);
      expect(sheets[i]?.text, path).toContain(row.no ?? "");
      for (const { msku } of (row.listings ?? []).filter((l) => l.fnsku)) expect(sheets[i]?.text, path).toContain(msku);
      for (const code of skusOf(row)) expect(sheets[i]?.text, `${path} ${row.no}`).toContain(code);
      for (const check of row.checks ?? []) expect(sheets[i]?.text).toContain(check.item);
      const amount = row.orderAmount ?? row.totalAmount;
      if (amount) expect(sheets[i]?.text).toContain(capitals(amount));
      expect(sheets[i]?.out, `${path} ${row.no} sticks out`).toEqual([]);
    }
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    const papers = pages.filter(([w, h]) => w === SIZES[size][0] && h === SIZES[size][1]);
    expect(papers.length, `${path} ${JSON.stringify(pages)}`).toBeGreaterThanOrEqual(ids.length);
    expect(papers.length, path).toBeLessThanOrEqual(ids.length * 3);
    expect(papers.length, `${path}: no other size`).toBe(pages.length);
  }
});

test("a comparison of five suppliers fits its paper; labels are a job of their own", async ({ page }) => {
  const admin = await api();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: WIDTHS["A4 lying"], height: 900 });
  const first = async (call: string) =>
    (await admin.get<{ records: Row[] }>(`${call}/page?size=1&descs=id`)).records[0]?.id;
  const status = "status=awarded,quoted";
  const { records } = await admin.get<{ records: Row[] }>(`/purchase/inquiry/page?size=1&${status}`);
  await page.goto(`/inquiryorder/print?ids=${records[0]?.id}`);
  const columns = await page.locator(".quotes").evaluate((table) => {
    const rows = [...table.querySelectorAll("tr")];
    const heads = () => table.querySelectorAll("thead th").length;
    while (heads() < 4 + 5) for (const row of rows) row.append(row.lastElementChild?.cloneNode(true) ?? "");
    return heads();
  });
  expect(columns).toBe(9);
  expect((await sheetsOf(page))[0]?.out).toEqual([]);
  await page.goto(`/delivery/cartons?id=${await first("/purchase/delivery")}`);
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBe(await page.locator(".carton").count());
  for (const [width, height] of pages) expect([width, height]).toEqual([283, 198]);
});
