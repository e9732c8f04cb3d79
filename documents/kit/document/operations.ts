/** Words of what may be done to a row, by the last part of the permission code. */
export const operationWords: Readonly<Record<string, string>> = {
  view: "查看",
  add: "新增",
  edit: "修改",
  del: "删除",
  undelete: "撤销删除",
  submit: "提交",
  approve: "审批",
  void: "作废",
  export: "导出",
  print: "打印",
  import: "导入",
  close: "关闭",
  confirm: "确认",
  finish: "完成",
  reverse: "撤销",
  ship: "发货",
  sign: "签收签署",
};

/** What may be granted of every document, in this order (supply.md D.1). */
export const documentOperations = [
  "view",
  "add",
  "edit",
  "del",
  "submit",
  "approve",
  "void",
  "export",
  "print",
] as const;
