// The twin: the product's list as a single-page console of Element Plus would have it (element-plus/).
import { writeFileSync } from "node:fs";
import path from "node:path";
import { openBrowser } from "./browser.mjs";
import { installed } from "./installed.mjs";
import { LIST, wholeMenu } from "./product.mjs";
import { start } from "./servers.mjs";

/** Runs in the product's page: what its list and menu show, also what a page comes without. */
function look(menu) {
  document.querySelector(".menu").innerHTML = menu;
  const text = (el) => el.textContent.trim().replace(/\s+/g, " ");
  const table = document.querySelector("main table");
  const heads = [...table.querySelectorAll("thead th")];
  const lines = [...table.querySelectorAll("tbody tr")];
  const wanted = heads
    .map((head, i) => ({ label: text(head), i }))
    .filter(({ label }) => label && label !== "#" && label !== "操作");
  const cellOf = (line, i) => line.children[i];
  const columns = wanted.map(({ label, i }) => ({
    label,
    tag: lines.some((line) => cellOf(line, i)?.querySelector(".tag")),
  }));
  const rows = lines.map((line, nth) => ({
    id: String(1000 + nth),
    cells: wanted.map(({ i }) => text(cellOf(line, i) ?? line)),
  }));
  const fields = [...document.querySelectorAll(".filters label:not(.tick)")];
  const filters = fields
    .map((label) => ({ label: text(label), pick: false }))
    .filter(({ label }) => label && label.length < 12);
  const groups = [...document.querySelectorAll(".menu > li")].map((item) => ({
    label: text(item.querySelector("summary, a")),
    children: [...item.querySelectorAll("a")].map((a) => ({
      label: text(a),
      path: a.pathname.startsWith("/admin/user/") ? "/users" : a.pathname,
    })),
  }));
  return { menu: groups, columns, filters, rows };
}

/** Starts the twin with the menu, columns and rows that this product shows to this person. */
export async function startTwin(product, cookie) {
  const place = installed("element-plus");
  const browser = await openBrowser();
  try {
    const page = await browser.page(product.url, cookie);
    await page.goto(product.url + LIST.replace(/size=\d+/, "size=100&more=1"));
    const data = await page.evaluate(look, await wholeMenu(product.url, cookie));
    const file = path.join(place, "data.json");
    writeFileSync(file, JSON.stringify(data));
    return start((port) => ["serve.mjs", String(port)], { cwd: place, env: { DATA: file }, ready: "/users" });
  } finally {
    await browser.close();
  }
}
