import type { DocumentType } from "#documents/kit";
import { Button, Dialog, ErrorSummary, Form, LinkButton, TabLinks, withParams } from "~/ui";
import { Fields } from "../form/head";
import { askedField, BULK, type BulkState } from "./state";

const SHOWN = 10;

interface BulkDialogProps {
  document: DocumentType;
  state: BulkState;
  /** The list without the dialog. */
  closeHref: string;
}

/** Names the rows, asks for the field and its value. */
export function BulkDialog({ document, state, closeHref }: BulkDialogProps) {
  const { rows, fields, field, errors, message } = state;
  const declared = document.fields[field];
  const names = rows.slice(0, SHOWN).map((r) => r.label);
  const ids = rows.map((r) => r.id).join(",");
  return (
    <Dialog title={`批量修改${document.label}`} closeHref={closeHref} size="half">
      {fields.length > 1 && (
        <TabLinks
          label="修改的字段"
          items={fields.map(({ name, label }) => ({
            label,
            current: name === field,
            href: withParams(closeHref, { do: BULK, ids, field: name }),
          }))}
        />
      )}
      <Form
        action={closeHref}
        idempotencyKey={state.key}
        head={
          <>
            <input type="hidden" name="_action" value={BULK} />
            <input type="hidden" name="_field" value={field} />
            {rows.map((r) => (
              <input key={r.id} type="hidden" name="_id" value={`${r.id}:${r.version}`} />
            ))}
            <ErrorSummary errors={errors ?? null} message={message} />
            <p>
              {document.label}：<b>{names.join("、")}</b>
              {rows.length > SHOWN && ` 等${rows.length}条`}
            </p>
          </>
        }
        footer={
          <>
            <LinkButton href={closeHref}>取消</LinkButton>
            <Button tone="primary">修改{rows.length}条</Button>
          </>
        }
      >
        {declared && <Fields fields={[[field, askedField(declared)]]} data={{ ...state, mode: "edit" }} />}
      </Form>
    </Dialog>
  );
}
