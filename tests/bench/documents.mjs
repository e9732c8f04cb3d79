// node tests/bench/documents.mjs: an order of 500 lines, an export of 50,000 rows, a list of documents.
import { compare } from "./cost.mjs";
import { startDocuments } from "./data/documents.mjs";
import { budget, longOrder } from "./documents-order.mjs";
import { signIn } from "./product.mjs";
import { stopAll } from "./servers.mjs";
import { wire } from "./weight.mjs";

const LIST = "/purchaseOrder/index?size=20";
const KB = (n) => `${(n / 1024).toFixed(1)} KB`;
const MB = (n) => `${(n / 1048576).toFixed(0)} MB`;
async function bigExport({ backend, console: desk }, Cookie) {
  // The first file loads what writes it.
  const small = await fetch(`${desk.url}/export/purchase_order?status=rejected`, { headers: { Cookie } });
  await small.arrayBuffer();
  const servers = { backend, console: desk };
  const idle = {};
  const peak = {};
  for (const [name, s] of Object.entries(servers)) peak[name] = idle[name] = (await s.ask("memory")).rss;
  let going = true;
  const watch = (async () => {
    while (going) {
      for (const [name, s] of Object.entries(servers)) peak[name] = Math.max(peak[name], (await s.ask("now")).rss);
      await new Promise((done) => setTimeout(done, 50));
    }
  })();
  const from = performance.now();
  const answer = await fetch(`${desk.url}/export/purchase_order`, { headers: { Cookie } });
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  const seconds = (performance.now() - from) / 1000;
  going = false;
  await watch;
  budget("an export of 50,000 rows", `${answer.status}, ${MB(bytes)} in ${seconds.toFixed(1)} s`, bytes > 1e6);
  for (const name of Object.keys(servers))
    budget(
      `memory of the ${name} meanwhile`,
      `${MB(idle[name])} idle, at most +${MB(peak[name] - idle[name])}`,
      peak[name] - idle[name] <= 100 * 1048576,
    );
}

async function list({ backend, console: desk }, Cookie) {
  const headers = { Cookie, "Accept-Encoding": "br" };
  const { bytes: sent } = await wire(desk.url + LIST, headers);
  const html = await (await fetch(desk.url + LIST, { headers: { Cookie } })).text();
  const columns = /<thead>([\s\S]*?)<\/thead>/.exec(html)?.[1].match(/<th/g)?.length;
  const rows = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1].match(/<tr/g)?.length;
  budget("HTML of the order list, brotli", `${KB(sent)}, ${rows} × ${columns}`, sent <= 12 * 1024);
  const cost = await compare([desk, backend], desk, headers, LIST);
  const ms = (n) => `${n.toFixed(2)} ms`;
  budget(
    "processor time of the list in the console",
    `${ms(cost.page)} : empty page ${ms(cost.empty)} = ${cost.ratio.toFixed(2)} × (drawn anew ${ms(cost.first)}, backend ${ms(cost.backend)})`,
    cost.ratio <= 2,
  );
}

try {
  const product = await startDocuments();
  const Cookie = await signIn(product.console, LIST);
  const parts = { longOrder, bigExport, list };
  for (const name of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(parts))
    await parts[name](product, Cookie);
  await product.stop();
} finally {
  stopAll();
}
