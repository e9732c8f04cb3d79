import { z } from "zod";
import { fieldsOf } from "./form/read-form.server";
import type { Seals } from "./seal.server";
import { isRead, returnPath, type Visit } from "./visit.server";

/** How long what was typed waits for its writer to sign in again. */
const KEPT_MS = 30 * 60_000;
/** Larger forms are not kept: the answer is a page with the whole of it in hidden fields. */
const LARGEST = 512 * 1024;

const keptForm = z.object({
  /** Who typed it, when known: nobody else may go on with it. */
  username: z.string(),
  /** Path and query that the form was sent to. */
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Names of chosen files; a browser never sends them twice by itself. */
  files: z.array(z.string()),
});
/** A form that was sent when the session had ended or was locked. */
export type KeptForm = z.output<typeof keptForm>;

export const sealKept = (seals: Seals, form: KeptForm): string => seals.seal("kept-form", form, KEPT_MS);

/** The kept form, when it is whole, in time, and this person's own. */
export function openKept(seals: Seals, sealed: FormDataEntryValue | null, username: string): KeptForm | null {
  const parsed = keptForm.safeParse(seals.open("kept-form", String(sealed ?? "")));
  if (!parsed.success) return null;
  const theirs = parsed.data.username;
  return theirs && username && theirs !== username ? null : parsed.data;
}

/**
 * Reads the body of a form that is not going to reach its page.
 * @returns null when it is no form, or too large
 */
export async function readKept(
  body: AsyncIterable<Uint8Array>,
  { type, action, username }: { type: string; action: string; username: string },
): Promise<KeptForm | null> {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Read to the end all the same: a browser shows no answer before it has sent everything.
    if (size <= LARGEST) chunks.push(chunk);
  }
  if (size > LARGEST) return null;
  const entries = await entriesOf(Buffer.concat(chunks), type).catch(() => null);
  const parts = entries && partsOf(entries);
  // A button alone (an intent, an idempotency key) is pressed again more easily than kept.
  const typed = parts?.fields.some(([name]) => !/^(_.*|intent)$/.test(name));
  return parts && (typed || parts.files.length) ? { username, action, ...parts } : null;
}

type KeptFormEntry = [name: string, value: string | File];

/** Names and values of a body; a refusal of too many of them is one for the caller. */
const entriesOf = async (bytes: Buffer, type: string): Promise<Iterable<KeptFormEntry>> =>
  /^multipart/i.test(type)
    ? new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }).formData()
    : fieldsOf(bytes.toString());

/** What is refused now may be taken later: the backend, its database or its disk had no room or no time. */
const LATER: ReadonlySet<number> = new Set([502, 503, 504, 507]);

/** What somebody sent that could not be taken for now, to be sent again from the page that says so. */
export function retryOfRefused(status: number, visit: Visit, form: FormData): Omit<KeptForm, "username"> | undefined {
  if (isRead(visit) || !LATER.has(status)) return undefined;
  const kept = partsOf(form);
  return kept.fields.length ? { action: returnPath(visit), ...kept } : undefined;
}

/** What was posted, without what no page may hold: passwords and the files themselves. */
function partsOf(form: Iterable<KeptFormEntry>): Pick<KeptForm, "fields" | "files"> {
  const fields: [string, string][] = [];
  const files: string[] = [];
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (value.name) files.push(value.name);
    } else if (!/password|secret|token/i.test(name)) fields.push([name, value]);
  }
  return { fields, files };
}
