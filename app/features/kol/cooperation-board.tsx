import { z } from "zod";
import { kolPlatforms } from "#documents/kol/words";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney } from "~/text";
import { Card } from "~/ui";

const text = z.string().catch("");
const foundSchema = z.object({
  lanes: z.array(
    z.object({
      state: z.string(),
      total: z.number(),
      cards: z.array(
        z.object({
          id: z.string(),
          no: text,
          star: text,
          platform: text,
          skus: text,
          due: text,
          payable: text,
          currency: text,
        }),
      ),
    }),
  ),
});

const platform = (name: string) => Object.entries(kolPlatforms).find(([key]) => key === name)?.[1].label ?? name;

/** What is worked on, by state: the cooperations of each that are due first. */
export function CooperationBoard({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = foundSchema.safeParse(found);
  if (!read.success || read.data.lanes.every((lane) => !lane.total)) return null;
  return (
    <div className="queues">
      {read.data.lanes.map(({ state, total, cards }) => (
        <Card
          key={state}
          title={
            <>
              {stateTag("cooperation", state)}　{total}
            </>
          }
        >
          {cards.length === 0 && <p className="hint">没有合作</p>}
          {cards.map((c) => (
            <p key={c.id}>
              {rowLink("cooperation", c.id, c.no)}　{c.star}（{platform(c.platform)}）
              <br />
              <span className="hint">
                {c.due} 发布　{c.skus}　{formatMoney(c.payable, c.currency)}
              </span>
            </p>
          ))}
        </Card>
      ))}
    </div>
  );
}
