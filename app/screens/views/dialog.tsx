import { Button } from "~/ui/button/button";
import { Dialog } from "~/ui/dialog/dialog";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { TextInput } from "~/ui/input/text-input";
import { MoreStyles } from "~/ui/more/more";
import type { ViewsProps } from "./item";
import { OneView } from "./one";

interface ViewsDialogProps extends ViewsProps {
  closeHref: string;
  label: string;
  message?: string | null;
  name?: string;
}

/** Saves what the list shows now under a name, and keeps the saved ones in order. */
export function ViewsDialog({ views, url, closeHref, label, message, name }: ViewsDialogProps) {
  return (
    <Dialog title="视图" closeHref={closeHref}>
      <MoreStyles />
      <Form
        action={url}
        data-quiet=""
        prefix="v-"
        head={
          <>
            <input type="hidden" name="_action" value="view" />
            <ErrorSummary errors={null} message={message} />
          </>
        }
        footer={
          <Button tone="primary" name="op" value="add">
            保存当前条件
          </Button>
        }
      >
        <Field name="name" label="名称" required help="筛选、排序和每页条数会一起保存">
          <TextInput value={name} maxLength={30} />
        </Field>
        <div className="btns">
          <label className="tick">
            <input type="checkbox" name="columns" defaultChecked />
            连同列的显隐、固定和宽度
          </label>
          <label className="tick">
            <input type="checkbox" name="isDefault" />
            设为默认
          </label>
          <label className="tick">
            <input type="checkbox" name="shared" />
            共享给能查看{label}的同事
          </label>
        </div>
      </Form>
      {views.length > 0 && (
        <ul className="saved-views" aria-label="已保存的视图">
          {views.map((view) => (
            <OneView key={view.id} view={view} url={url} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
