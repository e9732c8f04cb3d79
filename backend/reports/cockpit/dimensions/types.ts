/** What can be filtered or shown, with its name; `dimCode` is what the filter takes. */
export const DIM_TYPES = {
  DIVISION: "事业部",
  DEPT: "部门",
  GROUP: "小组",
  REGION: "大区",
  SITE: "站点",
  STORE: "店铺",
  MODEL: "型号",
  CURRENCY: "币种",
  METRIC: "指标",
} as const;
export type DimType = keyof typeof DIM_TYPES;

export interface Dim {
  id: string;
  dimType: DimType;
  dimTypeName: string;
  dimCode: string;
  dimName: string;
  parentCode: string | null;
  sort: number;
  enabled: boolean;
}
