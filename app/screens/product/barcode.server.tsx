import { toSVG } from "bwip-js/node";

/** A Code 128 bar code with its text below, as Amazon asks for on FNSKU labels. */
export function Barcode({ text }: { text: string }) {
  const svg = toSVG({ bcid: "code128", text, height: 12, includetext: true, textxalign: "center" });
  return (
    <figure
      className="barcode"
      role="img"
      aria-label={text}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
