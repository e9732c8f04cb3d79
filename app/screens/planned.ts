/**
 * Addresses of the specification that have no screen yet: [path, title]. The entry goes with the
 * declaration that claims its address.
 */
export const planned: [path: string, title: string][] = [
  // knowledge
  ["/knowledge/base/openTag/create", "新建知识"],
  ["/knowledge/base/openTag/edit/{id}", "编辑知识"],
  ["/knowledge/base/openTag/detail/{id}", "知识详情"],
  // baseSetup
];
