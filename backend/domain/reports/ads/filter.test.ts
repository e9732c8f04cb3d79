import { expect, test } from "vitest";
import { errorText } from "#backend/platform/db/errors";
import { bucketsOf, cloudSchema, filterSchema, granularityFor, periodsOf } from "./filter";

const ask = (query: object) => filterSchema.parse(query);
const june = { startDate: "2025-06-01", endDate: "2025-06-07" };
const why = (query: object, yesterday = "2025-06-30") => {
  try {
    periodsOf(ask({ ...june, ...query }), yesterday);
  } catch (error) {
    return errorText(error, "message");
  }
};

test("the period before is as long and ends the day before", () => {
  expect(periodsOf(ask(june), "2025-06-30")).toEqual({
    now: { start: "2025-06-01", end: "2025-06-07" },
    last: { start: "2025-05-25", end: "2025-05-31" },
    days: 7,
  });
  const own = { lastStartDate: "2024-06-01", lastEndDate: "2024-06-07" };
  expect(periodsOf(ask({ ...june, ...own }), "2025-06-30").last.start).toBe("2024-06-01");
});

test("refusals of the dates", () => {
  expect(why({})).toBeUndefined();
  expect(why({}, "2025-06-07")).toBeUndefined();
  expect(why({}, "2025-06-06")).toBe("结束日期不能晚于昨天");
  expect(why({ startDate: "2025-06-08" })).toBe("开始日期不能晚于结束日期");
  expect(why({ startDate: "2024-06-08" })).toBeUndefined();
  expect(why({ startDate: "2024-06-07" })).toBe("查询范围不能超过365天");
  expect(why({ lastStartDate: "2025-05-01", lastEndDate: "2025-05-06" })).toBe("对比周期天数不一致");
  expect(why({ lastEndDate: "2025-05-30" })).toBe("对比周期天数不一致");
  expect(() => ask({ startDate: "2025-06-31", endDate: "2025-06-07" })).toThrow("请选择开始日期");
  expect(() => ask({ startDate: "2025-06-01" })).toThrow("请选择结束日期");
});

test("lists have no order, limits hold", () => {
  expect(ask({ ...june, profileIds: "B,A,,B" }).profileIds).toEqual(["A", "B"]);
  expect(() => ask({ ...june, groupId: "1;drop" })).toThrow("编号不正确");
  expect(cloudSchema.parse(june)).toMatchObject({ topN: 100, metric: "impressions", currency: "USD" });
  expect(() => cloudSchema.parse({ ...june, topN: "9" })).toThrow("topN为10到200");
});

test("parts of a period: weeks begin on Monday inside it, months on the first", () => {
  expect([62, 63, 186, 187].map(granularityFor)).toEqual(["day", "week", "week", "month"]);
  // 2025-06-01 is a Sunday: a week of one day.
  expect(bucketsOf({ start: "2025-06-01", end: "2025-06-10" }, "week")).toEqual([
    "2025-06-01",
    "2025-06-02",
    "2025-06-09",
  ]);
  expect(bucketsOf({ start: "2025-06-02", end: "2025-06-08" }, "week")).toEqual(["2025-06-02"]);
  expect(bucketsOf({ start: "2025-05-30", end: "2025-07-01" }, "month")).toEqual([
    "2025-05-30",
    "2025-06-01",
    "2025-07-01",
  ]);
  expect(bucketsOf({ start: "2025-05-31", end: "2025-06-01" }, "day")).toHaveLength(2);
});
