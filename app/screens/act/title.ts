import { type DocumentType, wordOf } from "#documents/kit";

/** What an action does to what: 提交采购单, 发起询价 (not 发起询价询价单), 确认出库 退货单. */
export function actTitle(document: DocumentType, name: string): string {
  const word = wordOf(document, name);
  const { label } = document;
  if (word.includes(label.replace(/单$/, ""))) return word;
  return word.length > 2 ? `${word} ${label}` : word + label;
}
