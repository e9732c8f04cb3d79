import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";

interface Line {
  id: string;
  $transferId?: string;
  destination?: string | null;
  cartons: number;
  volumeM3: string;
  weightKg: string;
  customsNo?: string | null;
}

const FACTS = [
  ...["containerType", "containerNo", "sealNo", "bookingNo", "providerId", "vesselVoyage"],
  ...["portLoading", "portDest", "cutoffDate", "etd", "eta"],
];

/** 装柜清单: what goes in the container, with room for what was counted. */
export function LoadingSheet(props: PrintProps) {
  const { row } = props;
  const lines = (row.items as Line[] | undefined) ?? [];
  return (
    <>
      <h1>装柜清单 {plainText(row.no)}</h1>
      <Descriptions columns={2} items={factsOf(props, FACTS)} />
      <table>
        <Head
          words={["#", "调拨单", "目的仓/FC", "报关单", "箱数", "体积 m³", "重量 kg", "实装箱数"]}
        />
        <tbody>
          {lines.map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>{textOrDash(line.$transferId)}</td>
              <td>{textOrDash(line.destination)}</td>
              <td>{textOrDash(line.customsNo)}</td>
              <td className="num">{whole(line.cartons)}</td>
              <td className="num">{plainText(line.volumeM3)}</td>
              <td className="num">{plainText(line.weightKg)}</td>
              <td />
            </tr>
          ))}
          <tr>
            <th colSpan={8} scope="row" className="group">
              合计 {whole(row.totalCartons)} 箱　{plainText(row.totalVolume)} m³{"　"}
              {plainText(row.totalWeight)} kg
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["装柜人", "司机", "日期"]} />
    </>
  );
}
