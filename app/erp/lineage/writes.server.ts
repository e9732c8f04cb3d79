import { byOtherNames, byOwnNames, type DocumentType, ownId } from "#documents/kit";
import { type Erp, nothing, type Query } from "../client.server";
import { ErpError } from "../errors";
import { foreignId, type ReadValues, readForeign, readItems, readPage } from "./reads.server";

/** What a row shows in part must not be written back; a stored password is none to set. */
const writable = (values: ReadValues): ReadValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name !== "password" && !(typeof value === "string" && value.includes("****")),
    ),
  );

const given = (values: ReadValues): ReadValues =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined));

/** Takes the lines out of what is to be written. */
function apart(document: DocumentType, { version: _, ...body }: ReadValues) {
  const { items } = document.calls?.lineage ?? {};
  if (!items) return { header: body, lines: undefined };
  const { [items.lines]: lines, ...header } = body;
  return { header, lines: Array.isArray(lines) ? lines : undefined };
}

/** Makes, changes and removes line rows one by one, as the lineage has it. */
async function writeItems(erp: Erp, document: DocumentType, header: ReadValues, lines: ReadValues[]) {
  const { items } = document.calls?.lineage ?? {};
  if (!items) return;
  const id = String(header.id);
  const before = await readItems(erp, document, id);
  const kept = new Set(lines.map((l) => String(l.id ?? "")));
  for (const old of before)
    if (!kept.has(String(old.id))) await erp.del(`${items.path}/${old.id}`, { schema: nothing });
  for (const { version: _, ...line } of lines) {
    const whole: ReadValues = { ...header, ...line };
    const names = Object.entries(items.fields).map(([own, other]) => [other, whole[own]]);
    const old = before.find((b) => String(b.id) === String(line.id));
    const body = { ...old, ...line, ...Object.fromEntries(names), [items.head]: id };
    const sent = { body: given(body), schema: nothing };
    await (old ? erp.put(items.path, sent) : erp.post(items.path, sent));
  }
}

/** Makes a row. The lineage does not answer its id: what needs it finds the row by its name. */
export async function add(erp: Erp, document: DocumentType, body: ReadValues) {
  const { header, lines } = apart(document, body);
  const sent = given(byOtherNames(document, header));
  await erp.post(document.api, { body: sent, schema: nothing });
  const { items } = document.calls?.lineage ?? {};
  if (!items) return { id: "0", version: 0 };
  const [key = ""] = Object.keys(items.fields).filter((name) => name in document.fields);
  const { records } = await readPage(erp, document, { [key]: String(header[key]), size: 100 });
  const made = records.find((r) => r[key] === header[key]);
  if (!made) return { id: "0", version: 0 };
  if (lines) await writeItems(erp, document, made, lines);
  return { id: String(made.id), version: 0 };
}

/** Changes a row: the lineage takes rows whole, what is not sent would be lost. */
export async function save(erp: Erp, document: DocumentType, id: string, body: ReadValues) {
  const { header, lines } = apart(document, body);
  const row = await readForeign(erp, document, id);
  const own = byOwnNames(document, row);
  const known = Object.keys(document.fields).filter((name) => own[name] !== undefined);
  const whole = { ...Object.fromEntries(known.map((name) => [name, own[name]])), ...header };
  const sent = {
    ...writable(row),
    ...given(writable(byOtherNames(document, whole))),
    [ownId(document)]: foreignId(document, row),
  };
  await erp.put(document.api, { body: sent, schema: nothing });
  if (lines) await writeItems(erp, document, { ...whole, id }, lines);
  return { id, version: 0 };
}

/** Runs an action as the lineage has it: as a save, or as a call of its own. */
export async function act(
  erp: Erp,
  document: DocumentType,
  id: string,
  name: string,
  { id: _, version: _seen, ids: _ids, ...input }: ReadValues,
) {
  const { saves, calls } = document.calls?.lineage ?? {};
  const path = calls?.[name];
  if (path) {
    const joined = Object.entries(input).map(([n, v]) => [n, Array.isArray(v) ? v.join(",") : v]);
    const body = { [ownId(document)]: id, ...Object.fromEntries(joined) };
    // Older ones read the address, later ones the body.
    await erp.put(path, { query: body as Query, body, schema: nothing });
  } else if (saves?.[name]) await save(erp, document, id, { ...input, ...saves[name] });
  else throw new ErpError("所连接的后端没有这项操作", 404);
  return { id, version: 0 };
}

/** Removes a row. */
export async function remove(erp: Erp, document: DocumentType, id: string) {
  const there = document.calls?.lineage?.unread ? foreignId(document, await readForeign(erp, document, id)) : id;
  await erp.del(`${document.api}/${encodeURIComponent(there)}`, { schema: nothing });
  return true;
}
