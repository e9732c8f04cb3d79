import { zlibSync } from "fflate";

/** Colours that a picture has at most. */
const MOST = 64;
/** Of each channel so many bits tell colours apart. */
const MASK = 0xfc;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const bytesOf = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function chunk(kind: string, data: Uint8Array): number[] {
  const body = [...Buffer.from(kind, "latin1"), ...data];
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return [...bytesOf(data.length), ...body, ...bytesOf((crc ^ 0xffffffff) >>> 0)];
}

const far = (a: number, b: number) =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/**
 * A drawing as PNG with a palette: a quarter of the bytes that full colours take. Equal pixels give equal
 * bytes, whatever the machine's own zlib is.
 */
export function pngOf({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): Buffer {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(i * 4, i * 4 + 3);
    const white = r + g + b === 765;
    const colour = white ? 0xffffff : ((r & MASK) << 16) | ((g & MASK) << 8) | (b & MASK);
    colours[i] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([a, n], [b, m]) => m - n || a - b)
    .slice(0, MOST)
    .map(([colour]) => colour);
  const indexes = new Map(palette.map((colour, i) => [colour, i]));
  const indexOf = (colour: number) => {
    let found = indexes.get(colour);
    if (found === undefined) {
      found = 0;
      for (let i = 1; i < palette.length; i++)
        if (far(palette[i] ?? 0, colour) < far(palette[found] ?? 0, colour)) found = i;
      indexes.set(colour, found);
    }
    return found;
  };
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = indexOf(colours[y * width + x] ?? 0);
  const size = Uint8Array.from([...bytesOf(width), ...bytesOf(height), 8, 3, 0, 0, 0]);
  const table = Uint8Array.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  return Buffer.from([
    ...SIGNATURE,
    ...chunk("IHDR", size),
    ...chunk("PLTE", table),
    ...chunk("IDAT", zlibSync(rows, { level: 9 })),
    ...chunk("IEND", new Uint8Array()),
  ]);
}
