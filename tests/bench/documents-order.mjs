// A purchase order of 500 lines: opened, changed and saved through the console as a browser would.

const KB = (n) => `${(n / 1024).toFixed(1)} KB`;

/** Says what was measured; a missed budget makes the run fail. */
export function budget(what, said, ok) {
  console.log(`${ok ? "ok    " : "MISSED"} ${what}: ${said}`);
  if (!ok) process.exitCode = 1;
}

const NOT_TABLES = /^(jsonb?_\w+|of|set|where)$/;

/** How often each table is named in the transaction that changed the order. */
async function statements(backend) {
  const { texts, clients } = await backend.ask("statements");
  const changes = (text) => text.startsWith("update purchase_order set");
  const who = clients[texts.findIndex(changes)];
  const own = texts.filter((_, i) => clients[i] === who);
  const at = own.findIndex(changes);
  const saved = own.slice(own.lastIndexOf("begin", at), own.indexOf("commit", at));
  const counts = {};
  for (const text of saved)
    for (const table of new Set(text.match(/(?<=\b(?:from|into|update|join)\s+)[a-z_]+/g)))
      if (!NOT_TABLES.test(table)) counts[table] = (counts[table] ?? 0) + 1;
  return { all: saved.length, counts };
}

/** What a browser would send of the form of this page. */
function inputsOf(html) {
  const body = html.slice(html.indexOf('name="_version"') - 2000);
  const text = (s) =>
    s
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, "&");
  const form = new URLSearchParams();
  for (const [tag] of body.matchAll(/<input[^>]*>/g)) {
    const at = (name) => text(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    if (!at("name") || (/type="(checkbox|radio|file)"/.test(tag) && !/ checked/.test(tag))) continue;
    form.append(at("name"), at("value"));
  }
  for (const [, name, rest] of body.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    form.append(name, text(/value="([^"]*)" selected/.exec(rest)?.[1] ?? ""));
  for (const [, name, value] of body.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([\s\S]*?)</g))
    form.append(name, text(value.trim()));
  return form;
}

/** Opens the form of the order twice, changes 250 lines, drops one and saves. */
export async function longOrder({ backend, console: desk, relay, order }, Cookie) {
  const url = `${desk.url}/orderUpdate/index?id=${order}&edit=1`;
  const timed = async (work) => {
    const from = performance.now();
    const answer = await work();
    const html = await answer.text();
    return { answer, html, ms: performance.now() - from };
  };
  await timed(() => fetch(url, { headers: { Cookie } }));
  const opened = await timed(() => fetch(url, { headers: { Cookie } }));
  const form = inputsOf(opened.html);
  const lines = [...form.keys()].filter((k) => /^items\[\d+\]\.qty$/.test(k)).length;
  budget("an order of 500 lines opens", `${opened.ms.toFixed(0)} ms, ${KB(opened.html.length)}`, lines === 500);
  for (let i = 0; i < 250; i++) form.set(`items[${i}].qty`, String(1000 + i));
  for (const name of [...form.keys()]) if (name.startsWith("items[499].")) form.delete(name);
  await statements(backend);
  relay.take();
  const saved = await timed(() =>
    fetch(url, { method: "POST", redirect: "manual", headers: { Cookie, Origin: desk.url }, body: form }),
  );
  const calls = relay.take().filter((c) => !c.startsWith("GET"));
  const { all, counts } = await statements(backend);
  const [table, most] = Object.entries(counts).sort((a, b) => b[1] - a[1])[0] ?? ["-", 99];
  budget("it is saved", `${saved.answer.status}, ${saved.ms.toFixed(0)} ms`, saved.answer.status === 303);
  budget("by one call that writes", calls.join(", "), calls.length === 1);
  budget("≤ 10 statements per table", `${all} in all, ${table} ${most}`, most <= 10);
}
