import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { LoadingSheet } from "./loading-sheet";

it("the loading list names each transfer, where it goes and its declaration", () => {
  const row = {
    id: "1",
    version: 0,
    no: "GZ1",
    totalCartons: 2,
    totalVolume: "0.1600",
    totalWeight: "5.33",
    items: [
      {
        id: "1",
        transferId: "9",
        $transferId: "DB9",
        destination: "FBA德国 LEJ1",
        customsNo: "CD6",
        cartons: 2,
        volumeM3: "0.1600",
        weightKg: "5.33",
      },
    ],
  };
  const html = renderToStaticMarkup(
    <LoadingSheet document={documentNamed("cabinet_combination")} row={row} options={{}} />,
  );
  expect(html).toContain("<td>DB9</td><td>FBA德国 LEJ1</td><td>CD6</td>");
  expect(html).toContain("合计 2 箱　0.1600 m³　5.33 kg");
});
