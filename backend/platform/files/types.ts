/** What may be uploaded: its media type and what its first bytes must look like. */
interface FileType {
  mime: string;
  /** Shown in the page; everything else is only ever saved. */
  inline?: boolean;
  picture?: boolean;
  matches(head: Buffer): boolean;
}

const starts = (...signatures: string[]) => {
  const bytes = signatures.map((s) => Buffer.from(s, "latin1"));
  return (head: Buffer) => bytes.some((b) => head.subarray(0, b.length).equals(b));
};
const at = (offset: number, text: string) => (head: Buffer) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, "latin1"));

const zip = starts("PK\x03\x04", "PK\x05\x06");
const compound = starts("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
const jpeg = starts("\xff\xd8\xff");
const webp = (head: Buffer) => at(0, "RIFF")(head) && at(8, "WEBP")(head);
/** Text has no NUL bytes, except UTF-16 text, which spreadsheets write with a byte order mark. */
const text = (head: Buffer) => !head.includes(0) || starts("\xff\xfe", "\xfe\xff")(head);

const picture = (mime: string, matches: FileType["matches"]): FileType => ({
  mime,
  matches,
  inline: true,
  picture: true,
});
const office = "application/vnd.openxmlformats-officedocument";

const types: Record<string, FileType> = {
  jpg: picture("image/jpeg", jpeg),
  jpeg: picture("image/jpeg", jpeg),
  png: picture("image/png", starts("\x89PNG\r\n\x1a\n")),
  gif: picture("image/gif", starts("GIF87a", "GIF89a")),
  webp: picture("image/webp", webp),
  bmp: picture("image/bmp", starts("BM")),
  pdf: { mime: "application/pdf", inline: true, matches: starts("%PDF-") },
  docx: { mime: `${office}.wordprocessingml.document`, matches: zip },
  xlsx: { mime: `${office}.spreadsheetml.sheet`, matches: zip },
  pptx: { mime: `${office}.presentationml.presentation`, matches: zip },
  doc: { mime: "application/msword", matches: compound },
  xls: { mime: "application/vnd.ms-excel", matches: compound },
  ppt: { mime: "application/vnd.ms-powerpoint", matches: compound },
  zip: { mime: "application/zip", matches: zip },
  rar: { mime: "application/vnd.rar", matches: starts("Rar!\x1a\x07") },
  "7z": { mime: "application/x-7z-compressed", matches: starts("7z\xbc\xaf\x27\x1c") },
  mp4: { mime: "video/mp4", matches: at(4, "ftyp") },
  txt: { mime: "text/plain; charset=utf-8", matches: text },
  tsv: { mime: "text/tab-separated-values; charset=utf-8", matches: text },
  json: { mime: "application/json", matches: text },
  gz: { mime: "application/gzip", matches: starts("\x1f\x8b") },
  csv: { mime: "text/csv; charset=utf-8", matches: text },
};

/** Extension of a name in lower case, without the dot; "" when it has none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The type of an allowed extension, undefined for every other. */
export const fileType = (extension: string): FileType | undefined =>
  Object.hasOwn(types, extension) ? types[extension] : undefined;

/** Extensions for the `accept` attribute and the description of the call. */
export const allowedExtensions = Object.keys(types);
