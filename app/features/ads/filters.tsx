import { addDays } from "~/text";
import { Select } from "~/ui/choice/select";
import { DateRange } from "~/ui/date/date-range";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { FormContext } from "~/ui/field/context";
import { Field } from "~/ui/field/field";
import { FilterForm } from "~/ui/filter/filter-form";
import { TextInput } from "~/ui/input/text-input";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import { RefInput } from "~/ui/ref-input/ref-input";
import { withParams } from "~/ui/url";
import { activeFilters, currencyOptions, lateWords, split, storeOptions } from "./active";
import type { AdsState } from "./load.server";
import { BEFORE, canonical, FORM_NAMES, LINK_NAMES } from "./query";
import { AD_PRODUCTS, MATCH_TYPES } from "./words";

const FOLDED = ["adProduct", "groupId", "portfolio", "matchType", "productCode", "keyword", "currency"];

/** The filter form of all six parts (market.md 6.2), and what the backend refused of it. */
export function AdFilters({ state, url }: { state: AdsState; url: string }) {
  const { params, zone, problem, groups } = state;
  const { startDate = "", endDate = "" } = params;
  const errors = { ...problem?.fields };
  const ofDates = errors.endDate ?? errors.startDate ?? errors.lastStartDate ?? errors.lastEndDate;
  const { portfolio } = errors;
  const linked = { ...(ofDates && { startDate: ofDates }), ...(portfolio && { portfolio }) };
  const named = Object.keys(linked).length > 0;
  const last = `${zone.yesterday}（${zone.name}的昨天）`;
  const where = `${zone.mixed ? "店铺当地日期，" : ""}最晚 ${last}；近3天的数据仍会更新${lateWords(state)}`;
  const quick = (start: string, end: string) => {
    const dates = { startDate: start, endDate: end, lastStartDate: null, lastEndDate: null };
    return canonical(withParams(url, { ...dates, current: null }), zone.yesterday);
  };
  return (
    <>
      {problem && (
        <FormContext.Provider value={{ prefix: "q-" }}>
          <ErrorSummary message={named ? undefined : problem.message} errors={linked} />
        </FormContext.Provider>
      )}
      <FilterForm
        url={url}
        names={[...FORM_NAMES, ...LINK_NAMES, BEFORE]}
        active={activeFilters(state, url).length}
        open={!!problem}
        unfolded={FOLDED.some((name) => params[name])}
        more={
          <>
            <Field name="adProduct" label="广告类型" group>
              <MultiSelect options={AD_PRODUCTS} value={split(params.adProduct)} placeholder="全部" />
            </Field>
            {groups.length > 0 && (
              <Field name="groupId" label="小组">
                <Select options={groups} value={params.groupId} placeholder="全部" />
              </Field>
            )}
            <Field name="portfolio" label="广告组合" error={errors.portfolio}>
              <RefInput source="ad_portfolio" value={params.portfolio} />
            </Field>
            <Field name="matchType" label="匹配方式" group>
              <MultiSelect options={MATCH_TYPES} value={split(params.matchType)} placeholder="全部" />
            </Field>
            <Field name="productCode" label="产品编码">
              <TextInput value={params.productCode} placeholder="请输入产品编码" />
            </Field>
            <Field name="keyword" label="关键词">
              <TextInput value={params.keyword} placeholder="请输入关键词" />
            </Field>
            <Field name="currency" label="币种">
              <Select options={currencyOptions(state)} value={params.currency || "USD"} placeholder={null} />
            </Field>
          </>
        }
      >
        <input type="hidden" name={BEFORE} value={`${startDate},${endDate}`} />
        {LINK_NAMES.map((name) => params[name] && <input key={name} type="hidden" name={name} value={params[name]} />)}
        <Field name="startDate" label="日期" group help={where} error={ofDates}>
          <DateRange
            start={startDate}
            end={endDate}
            quick="report"
            day={addDays(zone.yesterday, 1)}
            zone={zone.mixed ? "店铺当地日期" : zone.name}
            quickHref={quick}
          />
        </Field>
        <Field name="profileIds" label="店铺" group>
          <MultiSelect options={storeOptions(state.stores)} value={split(params.profileIds)} placeholder="全部店铺" />
        </Field>
      </FilterForm>
    </>
  );
}
