import { documents } from "#documents";
import { rowHref } from "~/screens/frame/href";
import { Button, Dialog, Field, Form, LinkButton, Textarea } from "~/ui";
import { OPENING_CHECK } from "./opening-check";

/** Why not all openings can be undone, and what was typed. */
export interface UndoRefused {
  message: string;
  reason: string;
}

/** Page of the document that a number names. */
function hrefOf(number: string): string | undefined {
  const prefix = /^[A-Z]+/.exec(number)?.[0];
  const target = documents.find((d) => d.number === prefix && !d.of);
  return target && rowHref(target, "detail", number, target.screens.list);
}

/** A sentence in which the numbers of documents lead to them: what stands on an opening is looked at there. */
const Numbered = ({ text }: { text: string }) => (
  <>
    {text.split(/([A-Z]{1,4}\d{6,})/).map((part, i) => {
      const href = i % 2 ? hrefOf(part) : undefined;
      return href ? (
        <a className="underline" href={href} key={i}>
          {part}
        </a>
      ) : (
        part
      );
    })}
  </>
);

/** All that was booked is undone, the last one first, or nothing of it. */
export const UndoAll = ({ booked, refused }: { booked: number; refused: UndoRefused | undefined }) => (
  <Dialog title="撤销全部期初" closeHref={OPENING_CHECK} size="small">
    <Form
      action={OPENING_CHECK}
      prefix="u-"
      head={
        refused && (
          <div className="errors" role="alert" tabIndex={-1}>
            <strong>
              <Numbered text={refused.message} />
            </strong>
          </div>
        )
      }
      footer={
        <>
          <LinkButton href={OPENING_CHECK}>取消</LinkButton>
          <Button tone="danger" name="_do" value="undo">
            撤销{booked}张期初单
          </Button>
        </>
      }
    >
      <p>
        先备份全部数据，再按入账的相反顺序撤销{booked}
        张已入账的期初单：记入的流水删除，生成的采购单和调拨单作废，签署失效。有一张不能撤销就都不撤销。
      </p>
      <Field name="reason" label="撤销原因" required help="至少5个字">
        <Textarea value={refused?.reason} maxLength={500} />
      </Field>
    </Form>
  </Dialog>
);
