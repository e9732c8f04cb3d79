import { formatBytes } from "~/text/bytes";

/** A file that the server keeps: what the upload call answers. */
export interface UploadedFile {
  /** As the backend keeps it; a backend of another kind may know only the address. */
  id?: string | null;
  name: string;
  url: string;
}

export type UploadKind = "file" | "picture-img";

export const UPLOAD_TOTAL = 20 * 1024 * 1024;
export const uploadLimit = (kind: UploadKind) => (kind === "picture-img" ? 99 : 3);

/** Why these files may not be added to those that are there, or null. */
export function uploadProblem(
  files: readonly { size: number }[],
  present: number,
  limit: number,
  presentBytes = 0,
): string | null {
  const all = present + files.length;
  if (all > limit) return `最多上传 ${limit} 个文件，本次选择了 ${files.length} 个，共 ${all} 个文件`;
  const bytes = files.reduce((sum, f) => sum + f.size, presentBytes);
  if (bytes > UPLOAD_TOTAL) return `文件总大小不能超过 ${formatBytes(UPLOAD_TOTAL)}，本次共 ${formatBytes(bytes)}`;
  return null;
}

/** A kept file as the value of its box in the form. */
export const uploadValue = ({ id, name, url }: UploadedFile) => JSON.stringify({ ...(id && { id }), name, url });

/**
 * What an upload posted: the files that stay (`name`) and, without script, those that were chosen
 * (`name` + "Files") and still have to be stored. Values that are not a kept file are dropped.
 */
export function readUpload(form: FormData, name: string) {
  const kept = form.getAll(name).flatMap((value): UploadedFile[] => {
    try {
      const file = JSON.parse(String(value));
      if (typeof file?.url !== "string") return [];
      const id = typeof file.id === "string" && { id: file.id };
      return [{ ...id, name: String(file.name ?? ""), url: file.url }];
    } catch {
      return [];
    }
  });
  const chosen = form.getAll(`${name}Files`).filter((f): f is File => typeof f !== "string" && f.size > 0);
  return { kept, chosen };
}

/** Told by its name: what a browser draws. */
export const isPicture = (name: string): boolean => /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);
