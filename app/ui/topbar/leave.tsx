import { closer, Popover } from "../popover/popover";

/** Asks before the session ends (specification section 8); its opener is `opener("leave")`. */
export function LeaveQuestion() {
  return (
    <Popover id="leave" label="退出登录" className="pane">
      <form method="post" action="/logout">
        <h2>提示</h2>
        <p>是否退出系统, 是否继续?</p>
        <div className="btns">
          <button type="button" className="btn" {...closer("leave")}>
            取消
          </button>
          <button type="submit" className="btn btn-primary">
            确定
          </button>
        </div>
      </form>
    </Popover>
  );
}
