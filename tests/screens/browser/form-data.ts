import {
  chosenOf,
  controlsOf,
  filesOf,
  heldBy,
  isDisabled,
  isTickable,
  optionValue,
  typeOf,
  type UploadFile,
} from "./controls";
import { closest, type Element } from "./dom";

type Entry = [name: string, value: string | UploadFile];

/** What a form asks the server for. */
export interface Submission {
  method: "GET" | "POST";
  url: string;
  body?: Buffer;
  contentType?: string;
}

const NOTHING: UploadFile = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };

function valuesOf(e: Element): (string | UploadFile)[] {
  if (e.name === "select")
    return chosenOf(e)
      .filter((o) => !isDisabled(o))
      .map(optionValue);
  if (typeOf(e) === "file") return filesOf(e).length ? filesOf(e) : [NOTHING];
  return [heldBy(e)];
}

const isButton = (e: Element) => e.name === "button" || ["button", "image", "reset", "submit"].includes(typeOf(e));

/** A form's entries in document order, as the HTML standard constructs them. */
export function entriesOf(form: Element, submitter: Element | null): Entry[] {
  return controlsOf(form).flatMap((e): Entry[] => {
    const { name } = e.attribs;
    if (!name || isDisabled(e) || closest(e, (at) => at.name === "datalist")) return [];
    if (isButton(e) && e !== submitter) return [];
    if (isTickable(e) && !("checked" in e.attribs)) return [];
    return valuesOf(e).map((value) => [name, value]);
  });
}

const crlf = (text: string) => text.replace(/\r\n?|\n/g, "\r\n");
const plain = ([name, value]: Entry): [string, string] => [
  crlf(name),
  crlf(typeof value === "string" ? value : value.name),
];

async function multipart(entries: Entry[]): Promise<Pick<Submission, "body" | "contentType">> {
  const data = new FormData();
  for (const [name, value] of entries)
    if (typeof value === "string") data.append(name, crlf(value));
    else {
      const type = value.mimeType;
      data.append(name, new File([new Uint8Array(value.buffer)], value.name, { type }));
    }
  const encoded = new Response(data);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get("content-type") ?? undefined,
  };
}

/** What the form, sent by this button (null: by Enter without one), asks for. */
export async function submissionOf(form: Element, submitter: Element | null, page: string): Promise<Submission> {
  const said = (name: string) => submitter?.attribs[`form${name}`] ?? form.attribs[name];
  const url = new URL(said("action") || page, page);
  const entries = entriesOf(form, submitter);
  if (said("method")?.toLowerCase() !== "post") {
    url.search = new URLSearchParams(entries.map(plain)).toString();
    return { method: "GET", url: url.href };
  }
  if (said("enctype")?.toLowerCase() === "multipart/form-data")
    return { method: "POST", url: url.href, ...(await multipart(entries)) };
  return {
    method: "POST",
    url: url.href,
    body: Buffer.from(new URLSearchParams(entries.map(plain)).toString()),
    contentType: "application/x-www-form-urlencoded",
  };
}
