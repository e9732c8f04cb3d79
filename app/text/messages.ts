/**
 * Default sentences by status (specification section 8); the server's own sentence comes first.
 * `000` is the answer to a request that was sent again while the first one runs.
 */
export const STATUS_MESSAGES: Readonly<Record<string, string>> = {
  "000": "操作太频繁，请勿重复请求",
  401: "当前操作没有权限",
  403: "当前操作没有权限",
  404: "资源不存在",
  417: "未绑定登录账号，请使用密码登录后绑定",
  423: "演示环境不能操作，如需了解联系{email}",
  426: "用户名不存在或密码错误",
  428: "验证码错误,请重新输入",
  429: "请求过频繁",
  479: "演示环境，没有权限操作",
};

/** Any status that the catalogue does not name. */
export const UNKNOWN_ERROR = "系统未知错误,请反馈给管理员";

/**
 * The sentence for a status without one of its own.
 * @param status HTTP status, or "000"
 * @param email support address put into the sentence of 423
 */
export function statusMessage(status: number | string, email: string): string {
  const text = STATUS_MESSAGES[String(status)] ?? UNKNOWN_ERROR;
  return text.replace("{email}", email);
}

/** Sentences of the specification that are not tied to a status. */
export const MESSAGES = {
  tooLarge: "提交的内容过大",
  unreadable: "提交的内容无法解析",
  noRoles: "用户登录失败，该用户未配置角色，请联系管理员！",
  socialUnmatched: "登录失败，未能找到对应的用户，请先账号密码登录绑定企业微信！",
  logoutConfirm: "是否退出系统, 是否继续?",
  treeDeleteConfirm: "是否删除改节点?",
  clearTableStyles: "确定清除表格本地样式，恢复默认样式吗？",
  errorLogUploadConfirm: "确定上传本地日志到服务器?",
  errorLogUploaded: "发送成功!",
  errorLogClearConfirm: "确定清空本地日志记录?",
  errorLogCleared: "清空成功!",
  noNotice: "没有最新通知",
  unfinished: "开发规划中，敬请期待...",
  emptyTable: "暂无数据，点击刷新",
  lockPasswordRequired: "锁屏密码不能为空",
  lockPasswordPlaceholder: "请输入锁屏密码",
  lockPasswordWrong: "锁屏密码错误，请重新输入",
  usernameRequired: "请输入用户名",
  passwordRequired: "请输入密码",
  captchaRequired: "请输入验证码",
  smsCodeRequired: "请输入短信验证码",
  mobileRequired: "手机号码不能为空",
  mobileLength: "手机号码长度不为11位",
  mobileFormat: "手机号码格式不正确",
} as const;

/** What happened to a request that got no answer. */
export const NO_ANSWER = {
  timeout: "服务器 30 秒内没有响应，请稍后重试；已提交的操作可能仍在处理，请先刷新确认结果",
  unreachable: "无法连接到服务器，请检查网络或稍后重试",
  unavailable: "服务暂时不可用，请稍后重试",
  shape: "服务器返回的数据无法识别，请反馈给管理员",
} as const;

/** What a backend says to whose session ended with the demonstration that it belonged to. */
const RESTORED = "演示已恢复到初始状态，请重新登录";

/** Why a session ended, by what the backend said of it. */
export const reasonEnded = (message: string): "expired" | "restored" => (message === RESTORED ? "restored" : "expired");

/** Why somebody was brought to the login page: `?reason=` → sentence. */
export const LOGIN_REASONS: Readonly<Record<string, string>> = {
  expired: "登录已失效，请重新登录",
  restored: RESTORED,
  norole: MESSAGES.noRoles,
  lock: "锁屏密码连续输错次数过多，已退出登录，请重新登录",
  out: "已安全退出系统",
  state: "授权状态已失效，请重新发起登录",
  denied: "已取消授权，请选择其他登录方式",
  unmatched: MESSAGES.socialUnmatched,
  unbound: "未绑定登录账号，请使用密码登录后绑定",
  unconfigured: "系统没有启用这种登录方式，请使用账号密码登录",
};
