import { allFields, type DocumentType, type Field, isFile, labelName } from "#documents/kit";
import type { UploadedFile } from "~/ui/upload/upload-data";

const nameOf = (url: string) => decodeURIComponent(url.split(/[?#]/)[0]?.split("/").pop() ?? url);

const isId = (value: unknown) => /^[1-9]\d{0,17}$/.test(String(value));

/** Where the console serves a file of this id. */
export const fileHref = (id: string): string => `/api/download/${id}`;

/** Only addresses of this host are links, whatever a backend answers. */
const isOwn = (url: string) => /^\/(?![/\\])/.test(url);

/**
 * Files of a field as a page shows them: ids with the names that the answer bears beside them, what
 * the upload call answered, or addresses of a backend that knows no ids.
 */
export function filesOf(value: unknown, names?: unknown): UploadedFile[] {
  const list = Array.isArray(value) ? value : value ? [value] : [];
  const known = Array.isArray(names) ? names : [names];
  return list.flatMap((v, i): UploadedFile[] => {
    if (isId(v)) {
      const id = String(v);
      return [{ id, url: fileHref(id), name: known[i] ? String(known[i]) : `文件${id}` }];
    }
    const { url = "", name, id }: Partial<UploadedFile> = typeof v === "string" ? { url: v } : v;
    return isOwn(url) ? [{ ...(id && { id }), url, name: name || nameOf(url) }] : [];
  });
}

/** A row whose files are what pages show instead of ids. */
function shown<R extends Record<string, unknown>>(fields: Readonly<Record<string, Field>>, row: R): R {
  const own = Object.entries(fields).filter(([name, f]) => isFile(f) && row[name]);
  const files = own.map(([name]) => [name, filesOf(row[name], row[`$${name}`] ?? row[labelName(name)])]);
  return { ...row, ...Object.fromEntries(files) };
}

/** A document as the backend answers it, its files and those of its lines with names and addresses. */
export function withFiles<R extends Record<string, unknown>>(document: DocumentType, row: R): R {
  const lines = Object.entries(document.lines ?? {}).flatMap(([name, { fields }]) => {
    const rows = row[name];
    return Array.isArray(rows) ? [[name, rows.map((line) => shown(fields, line))] as const] : [];
  });
  return { ...shown(allFields(document), row), ...Object.fromEntries(lines) };
}
