import type { Formula } from "~/erp/cockpit.server";
import { Descriptions } from "~/ui/description/description";
import { Dialog } from "~/ui/dialog/dialog";

/** How each measure comes about, in words. */
export const Formulas = ({
  formulas,
  closeHref,
}: {
  formulas: readonly Formula[];
  closeHref: string;
}) => (
  <Dialog title="指标口径" closeHref={closeHref}>
    <Descriptions
      columns={1}
      items={formulas.map((f) => ({ label: f.name, value: f.formula, wide: true }))}
    />
  </Dialog>
);
