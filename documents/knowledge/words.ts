export const articleTypes = {
  article: { label: "文章" },
  sop: { label: "流程" },
  faq: { label: "问答" },
  template: { label: "客服话术", tone: "blue" },
} as const;

export const visibleScopes = {
  all: { label: "全员" },
  dept: { label: "部门" },
  role: { label: "角色" },
} as const;

export const languages = {
  zh: { label: "中文" },
  en: { label: "英语" },
  de: { label: "德语" },
  fr: { label: "法语" },
  es: { label: "西班牙语" },
  it: { label: "意大利语" },
  ja: { label: "日语" },
} as const;
