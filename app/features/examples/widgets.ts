import { examples as alert } from "~/ui/alert/examples";
import { examples as breadcrumb } from "~/ui/breadcrumb/examples";
import { examples as button } from "~/ui/button/examples";
import { examples as card } from "~/ui/card/examples";
import { examples as carousel } from "~/ui/carousel/examples";
import { examples as choice } from "~/ui/choice/examples";
import { examples as date } from "~/ui/date/examples";
import { examples as days } from "~/ui/days/examples";
import { examples as description } from "~/ui/description/examples";
import { examples as dialog } from "~/ui/dialog/examples";
import { examples as empty } from "~/ui/empty/examples";
import { examples as errorSummary } from "~/ui/error-summary/examples";
import type { Example } from "~/ui/example";
import { examples as figure } from "~/ui/figure/examples";
import { examples as filter } from "~/ui/filter/examples";
import { examples as form } from "~/ui/form/examples";
import { examples as field } from "~/ui/form/field-examples";
import { examples as input } from "~/ui/form/input-examples";
import { examples as live } from "~/ui/live/examples";
import { examples as metricTiles } from "~/ui/metric-tiles/examples";
import { examples as multiSelect } from "~/ui/multi-select/examples";
import { examples as pagination } from "~/ui/pagination/examples";
import { examples as panel } from "~/ui/panel/examples";
import { examples as progress } from "~/ui/progress/examples";
import { examples as statistic } from "~/ui/statistic/examples";
import { examples as steps } from "~/ui/steps/examples";
import { examples as tabLinks } from "~/ui/tab-links/examples";
import { examples as table } from "~/ui/table/examples";
import { examples as tag } from "~/ui/tag/examples";
import { examples as talk } from "~/ui/talk/examples";
import { examples as timeline } from "~/ui/timeline/examples";
import { examples as tree } from "~/ui/tree/examples";
import { examples as upload } from "~/ui/upload/examples";
import { examples as wordCloud } from "~/ui/word-cloud/examples";

/** One component of app/ui with its examples. */
export interface Widget {
  key: string;
  label: string;
  examples: readonly Example[];
}

/** The gallery of /crud/index, in the order in which it is shown. */
export const widgets: readonly Widget[] = [
  { key: "table", label: "表格", examples: table },
  { key: "pagination", label: "分页", examples: pagination },
  { key: "days", label: "按天的状态", examples: days },
  { key: "filter", label: "筛选", examples: filter },
  { key: "form", label: "表单", examples: form },
  { key: "field", label: "字段", examples: field },
  { key: "input", label: "输入框", examples: input },
  { key: "choice", label: "选择", examples: choice },
  { key: "multi-select", label: "多选", examples: multiSelect },
  { key: "date", label: "日期", examples: date },
  { key: "tree", label: "树", examples: tree },
  { key: "upload", label: "上传", examples: upload },
  { key: "error-summary", label: "错误汇总", examples: errorSummary },
  { key: "dialog", label: "对话框", examples: dialog },
  { key: "button", label: "按钮", examples: button },
  { key: "tag", label: "状态", examples: tag },
  { key: "tab-links", label: "页签", examples: tabLinks },
  { key: "statistic", label: "统计块", examples: statistic },
  { key: "panel", label: "数字面板", examples: panel },
  { key: "metric-tiles", label: "指标块", examples: metricTiles },
  { key: "figure", label: "图表", examples: figure },
  { key: "word-cloud", label: "词云", examples: wordCloud },
  { key: "carousel", label: "轮播", examples: carousel },
  { key: "live", label: "自动更新", examples: live },
  { key: "description", label: "描述列表", examples: description },
  { key: "talk", label: "往来消息", examples: talk },
  { key: "timeline", label: "时间线", examples: timeline },
  { key: "steps", label: "流程节点", examples: steps },
  { key: "card", label: "卡片", examples: card },
  { key: "alert", label: "提示", examples: alert },
  { key: "empty", label: "空状态", examples: empty },
  { key: "breadcrumb", label: "面包屑", examples: breadcrumb },
  { key: "progress", label: "进度", examples: progress },
];
