/**
 * A file of some 70 KB whose pages share one list of a thousand things: whoever copies its pages copies the
 * list once for each of them.
 */
export function heavyPdf(pages = 900, shared = 2200): Buffer {
  const names = Array.from({ length: shared }, (_, i) => `/A${i} 3 0 R`).join("");
  const kids = Array.from({ length: pages }, (_, i) => `${i + 4} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/MediaBox[0 0 9 9]/Resources<</XObject<<${names}>>>>/Kids[${kids}]>>`,
    "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 0>>stream\n\nendstream",
    ...Array.from({ length: pages }, () => "<</Type/Page/Parent 2 0 R>>"),
  ];
  const body = objects.map((text, i) => `${i + 1} 0 obj${text}endobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`);
}
