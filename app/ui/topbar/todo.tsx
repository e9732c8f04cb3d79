import { Icon } from "../icon/icon";
import { countText } from "./count-text";

/** Leads to the approvals that wait for this person and says how many there are. */
export const Todo = ({ count }: { count: number }) => (
  <a
    className="tool"
    href="/activiti/todo/index"
    title="待办审批"
    aria-label={count ? `待办审批，${count}条` : "待办审批"}
  >
    <Icon name="clipboard" />
    {count > 0 && <b className="badge">{countText(count)}</b>}
  </a>
);
