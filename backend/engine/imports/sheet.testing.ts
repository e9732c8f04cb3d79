import { strToU8, zipSync } from "fflate";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const rels = (...items: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
    .map(([id, type, to]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${to}"/>`)
    .join("")}</Relationships>`;

/** An xlsx file with this XML in its sheet and its shared strings, whatever they hold. */
export const xlsx = (sheet: string, strings = "<sst/>"): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          "[Content_Types].xml": "<Types/>",
          "_rels/.rels": rels(["rId1", "officeDocument", "xl/workbook.xml"]),
          "xl/workbook.xml": '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
          "xl/_rels/workbook.xml.rels": rels(
            ["rId1", "worksheet", "worksheets/sheet1.xml"],
            ["rId2", "sharedStrings", "sharedStrings.xml"],
          ),
          "xl/sharedStrings.xml": strings,
          "xl/worksheets/sheet1.xml": sheet,
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
      { level: 1 },
    ),
  );

export const sheet = (rows: string, before = "") => `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`;

/** The file with another word of its directory on how large its last entry, the sheet, is. */
export function claiming(file: Buffer, unpacked: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(unpacked, copy.lastIndexOf("PK\x01\x02") + 24);
  return copy;
}
