import { toSVG } from "bwip-js/node";

/** What stands on a label. */
export interface Label {
  trackingNo: string;
  carrierCode: string;
  channelCode: string;
  referenceNo: string;
  weightKg: number | null;
  receiver: {
    name: string;
    country: string;
    state?: string | null;
    city?: string | null;
    line1: string;
    line2?: string | null;
    postcode?: string | null;
  };
}

/** 100 × 150 mm in points. */
const WIDTH = 283;
const HEIGHT = 425;
const MARGIN = 14;

const hexOf = (bytes: Buffer) => bytes.toString("hex");

/** Latin text in the font that every reader has, Chinese in the one that its language pack brings. */
function write(text: string, size: number, y: number): string {
  const shown = text.slice(0, 60);
  const latin = /^[\x20-\x7e]*$/.test(shown);
  const bytes = latin ? Buffer.from(shown, "latin1") : Buffer.from(shown, "utf16le").swap16();
  return `BT /${latin ? "F2" : "F1"} ${size} Tf ${MARGIN} ${y} Td <${hexOf(bytes)}> Tj ET`;
}

/** The bars as the barcode's own maker draws them: lines of a width around a place. */
function barsOf(text: string): { at: number; width: number }[] {
  const svg = toSVG({ bcid: "code128", text, scale: 1 });
  return [...svg.matchAll(/stroke-width="([\d.]+)" d="([^"]*)"/g)].flatMap(([, width, lines = ""]) =>
    [...lines.matchAll(/M([\d.]+) /g)].map(([, at]) => ({ at: Number(at), width: Number(width) })),
  );
}

function barcode(text: string, y: number, height: number): string {
  const bars = barsOf(text);
  const end = Math.max(...bars.map((bar) => bar.at + bar.width / 2));
  const scale = (WIDTH - 2 * MARGIN) / end;
  return bars
    .map(({ at, width }) => [MARGIN + (at - width / 2) * scale, width * scale])
    .map(([x = 0, width = 0]) => `${x.toFixed(2)} ${y} ${width.toFixed(2)} ${height} re f`)
    .join("\n");
}

function drawing({ receiver: to, ...label }: Label): string {
  const place = [to.city, to.state, to.postcode, to.country].filter(Boolean).join(" ");
  const weight = label.weightKg === null ? "" : `${label.weightKg} kg`;
  return [
    write(label.carrierCode, 22, HEIGHT - 36),
    write(`${label.channelCode}   ${weight}`, 9, HEIGHT - 54),
    `${MARGIN} ${HEIGHT - 64} m ${WIDTH - MARGIN} ${HEIGHT - 64} l S`,
    write("SHIP TO", 8, HEIGHT - 80),
    write(to.name, 13, HEIGHT - 100),
    write(to.line1, 11, HEIGHT - 118),
    write(to.line2 ?? "", 11, HEIGHT - 134),
    write(place, 11, HEIGHT - 150),
    `${MARGIN} ${HEIGHT - 164} m ${WIDTH - MARGIN} ${HEIGHT - 164} l S`,
    barcode(label.trackingNo, 120, 90),
    write(label.trackingNo, 12, 100),
    write(`REF ${label.referenceNo}`, 9, 40),
    write("SAMPLE - NOT FOR SHIPMENT", 8, 24),
  ].join("\n");
}

/** The label as a file that every reader of PDF shows. */
export function labelPdf(label: Label): Uint8Array {
  const content = drawing(label);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 8 0 R>>>>>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/W[1 95 500 814 939 500]/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.lastIndexOf("xref\n")}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
