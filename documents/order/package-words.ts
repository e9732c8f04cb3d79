/** How far a package is. */
export const packageStates = {
  draft: { label: "草稿", tone: "grey" },
  reserved: { label: "待下发", tone: "orange" },
  sent: { label: "已下发", tone: "blue" },
  labelled: { label: "已出面单", tone: "blue" },
  shipped: { label: "已出库", tone: "green" },
  delivered: { label: "已妥投", tone: "green" },
  returned: { label: "已退回", tone: "red" },
  failed: { label: "下发失败", tone: "red" },
  cancelled: { label: "已取消", tone: "red" },
} as const;
