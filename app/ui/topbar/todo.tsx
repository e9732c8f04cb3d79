import { Icon } from "../icon/icon";

const MOST = 99;

/** Leads to the approvals that wait for this person and says how many there are. */
export const Todo = ({ count }: { count: number }) => (
  <a
    className="tool"
    href="/activiti/todo/index"
    title="待办审批"
    aria-label={count ? `待办审批，${count}条` : "待办审批"}
  >
    <Icon name="clipboard" />
    {count > 0 && <b className="badge">{count > MOST ? `${MOST}+` : count}</b>}
  </a>
);
