import { allFields, can, type DocumentType, formFields } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { loadOptions } from "../options.server";
import type { Parts } from "../parts";
import { loadRow } from "../row/load.server";
import { lineOf, listSheet } from "./list.server";
import { namer, safeName } from "./names";
import { loadPlan, type Planned } from "./plan.server";
import { sheetPage } from "./sheet.server";
import { type Entry, zipped } from "./zip";

type Bytes = AsyncIterable<Uint8Array>;

/** A file of the backend's store, or the sentence why it cannot be had. @throws when the backend is out */
async function fetched(staff: Staff, file: Planned["files"][number]): Promise<Bytes | string> {
  if (!file.url) return file.problem || "文件不存在";
  try {
    return (await staff.erp.download(file.url)).body as unknown as Bytes;
  } catch (error) {
    if (error instanceof ErpError && !error.outage) return error.message;
    throw error;
  }
}

async function* entries(
  staff: Staff,
  document: DocumentType,
  plan: Planned[],
  parts: Parts,
): AsyncGenerator<Entry> {
  const { permissions } = await staff.user();
  const listed = (document.archive?.list ?? []).map((name) => [name, allFields(document)[name]]);
  const worded = [...formFields(document, "view"), ...(listed as ReturnType<typeof formFields>)];
  const options = await loadOptions(
    staff.recent,
    worded.filter(([, f]) => f.kind === "dict" || f.kind === "enum"),
  );
  const folderOf = namer();
  const lines: ReturnType<typeof lineOf>[] = [];
  for (const { id, name, files } of plan) {
    const row = await loadRow(staff, document, id);
    const folder = folderOf(name);
    const nameOf = namer();
    const held: string[] = [];
    const place = (wanted: string) => {
      const own = nameOf(wanted);
      held.push(own);
      return `${folder}/${own}`;
    };
    if (can(permissions, document, "print", row).ok) {
      const page = await sheetPage(staff, document, row, options, parts);
      yield { path: place(`${document.archive?.sheet}.html`), content: [Buffer.from(page)] };
    }
    for (const file of files) {
      const content = await fetched(staff, file);
      if (typeof content === "string") held.push(`${file.name}（${content}）`);
      else yield { path: place(file.name), content };
    }
    lines.push(lineOf(document, row, options, held));
  }
  yield { path: "清单.xlsx", content: listSheet(document, lines) as unknown as Bytes };
}

/** Pieces as fast as the browser takes them; whoever goes away ends the work on them. */
function paced(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncGenerator<Uint8Array>,
  drained: () => Promise<boolean>,
) {
  let next: IteratorResult<Uint8Array> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const there = await drained();
        if (!there) await pieces.return(undefined);
        const piece = next ?? (await pieces.next());
        next = null;
        if (!there || piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

const encoded = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The chosen rows as one zip, made while it is sent. What can be known is asked first, so that a refusal
 * is a sentence; what breaks later cuts the connection, so that no half file passes for a whole one.
 * @param parts the sheet of this document, where it has its own
 * @param drained waits until the browser has taken what was sent; false: it went away
 * @throws ErpError with the sentence of the backend
 */
export async function archiveOf(
  staff: Staff,
  document: DocumentType,
  ids: string[],
  parts: Parts,
  drained: () => Promise<boolean>,
): Promise<Response> {
  const plan = await loadPlan(staff, document, ids);
  const pieces = zipped(entries(staff, document, plan, parts));
  const body = paced(await pieces.next(), pieces, drained);
  const name = `${document.label}${plan.length === 1 ? safeName(plan[0]?.name ?? "") : `${plan.length}份`}.zip`;
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="archive.zip"; filename*=UTF-8''${encoded(name)}`,
      "Cache-Control": "private, no-store",
    },
  });
}
