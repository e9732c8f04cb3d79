import type { UploadedFile } from "~/ui/upload/upload-data";

const nameOf = (url: string) => decodeURIComponent(url.split(/[?#]/)[0]?.split("/").pop() ?? url);

/** Stored files of a field as a form shows them: addresses, or what the upload call answered. */
export function filesOf(value: unknown): UploadedFile[] {
  const list = Array.isArray(value) ? value : value ? [value] : [];
  return list.flatMap((v): UploadedFile[] => {
    if (typeof v === "string") return [{ name: nameOf(v), url: v }];
    const { url, name } = v as Partial<UploadedFile>;
    return url ? [{ url, name: name || nameOf(url) }] : [];
  });
}
