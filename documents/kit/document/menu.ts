import { type DocumentType, importPermission, isBusiness, permissionOf } from "./document";
import { documentOperations, operationWords } from "./operations";

/** What may be granted of a document: its permission code and the code's word. */
export interface Permission {
  code: string;
  name: string;
}

/** Permission codes that its calls ask for, in the order of the permission tree. */
function askedFor(document: DocumentType): string[] {
  const code = (operation: string) => permissionOf(document, operation);
  const can = (operation: "add" | "edit" | "del" | "export") =>
    document.can?.[operation] === false ? [] : [code(operation)];
  const downloads = Object.values(document.exports?.downloads ?? {}).map((d) => d.permission);
  const own = [...Object.keys(document.permissions ?? {}), ...Object.keys(document.actions ?? {}), ...downloads].map(
    code,
  );
  if (document.import) own.push(importPermission(document));
  return isBusiness(document)
    ? [...documentOperations.map((last) => `${document.permission}_${last}`), ...own]
    : [code("view"), ...can("add"), ...can("edit"), ...can("del"), ...own, ...can("export")];
}

/** The word of a code: a common one, or the label of the first action that asks for it. */
function wordOfCode(document: DocumentType, code: string): string {
  const last = code.slice(document.permission.length + 1);
  const action = Object.entries(document.actions ?? {}).find(([name]) => permissionOf(document, name) === code);
  return operationWords[last] ?? action?.[1].label ?? last;
}

/** Everything that may be granted of a document; codes of other documents that it asks for are theirs. */
export function permissionsOf(document: DocumentType): Permission[] {
  const words = new Map<string, string | false>();
  for (const code of askedFor(document))
    if (code.startsWith(`${document.permission}_`)) words.set(code, wordOfCode(document, code));
  for (const [name, word] of Object.entries(document.menu?.words ?? {}))
    words.set(name.includes("_") ? name : `${document.permission}_${name}`, word);
  return [...words].flatMap(([code, name]) => (name ? [{ code, name }] : []));
}
