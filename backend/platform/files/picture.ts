/** What the head of a picture says of it. */
export interface Picture {
  extension: "jpg" | "png" | "webp";
  width: number;
  height: number;
}

const latin = (bytes: Buffer, at: number, length: number) => bytes.toString("latin1", at, at + length);

/** Width and height stand in the first frame, behind segments that each say their length. */
function jpegOf(bytes: Buffer): Picture | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { extension: "jpg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Fill bytes, and markers that stand alone.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

const pngOf = (bytes: Buffer): Picture | undefined =>
  bytes.length >= 24 && latin(bytes, 12, 4) === "IHDR"
    ? { extension: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

function webpOf(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30) return undefined;
  const kind = latin(bytes, 12, 4);
  const size = (width: number, height: number): Picture => ({ extension: "webp", width, height });
  if (kind === "VP8X") return size(1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3));
  if (kind === "VP8 ") return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
}

/** What a picture is by its content, whatever it is called; undefined for what is none of these. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return jpegOf(bytes);
  if (latin(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return pngOf(bytes);
  return latin(bytes, 0, 4) === "RIFF" && latin(bytes, 8, 4) === "WEBP" ? webpOf(bytes) : undefined;
}

/** A picture of a product (company.md 1.3). */
export const MOST_PICTURE_MB = 10;
const MOST_SIDE = 8_000;

/** @returns what it is, or the sentence why it is not taken */
export function takenPicture(bytes: Buffer): Picture | string {
  if (bytes.length > MOST_PICTURE_MB * 1024 * 1024) return `图片超过${MOST_PICTURE_MB}MB`;
  const picture = pictureOf(bytes);
  if (!picture) return "不是jpg、png或webp图片";
  const { width, height } = picture;
  return Math.max(width, height) > MOST_SIDE || !width || !height ? `图片边长超过${MOST_SIDE}像素` : picture;
}
