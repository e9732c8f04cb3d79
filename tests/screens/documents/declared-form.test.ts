import { documents } from "#documents";
import { addressParts, type DocumentType, type Field, formFields, formLines, neededParts } from "#documents/kit";
import { entriesOf } from "../browser/form-data";
import { expect, type Locator, type Page, submit, testAs } from "../support";
import { named } from "./declarations";

// The blank form of every declaration: a new one is tested without a line here.

const test = testAs("admin");

const added = documents.filter(({ can }) => can?.add !== false);
/** Its form has the id of what it is made from in its path: there is no blank one. */
const startsElsewhere = ({ start: { sourced } = {}, screens }: DocumentType) =>
  !!sourced && !!screens.create?.includes("{");

const asked = (document: DocumentType) =>
  formFields(document, "add").filter(([, f]) => !f.readonlyIn?.includes("add") && !f.hidden);
/** What a person has to fill in: of an address the parts that nothing can be sent without. */
const requiredOf = (document: DocumentType) =>
  asked(document)
    .filter(([, f]) => f.required)
    .flatMap(([name, f]): [string, { label: string }][] =>
      f.kind === "address"
        ? neededParts.map((part) => [`${name}.${part}`, { label: addressParts[part] }])
        : [[name, f]],
    );

const formOf = (page: Page) => page.getByRole("main").locator("form:has(input[name=_do][value=add])");

/** The blank form as people reach it: by the button of the list, unless it starts from another document. */
async function openBlank(page: Page, { screens, start: { sourced } = {} }: DocumentType) {
  await page.goto(sourced ? (screens.create ?? "") : `${screens.list}?v=0`);
  const add = page.getByRole("main").getByRole("link", { name: "新增", exact: true });
  if (!sourced) await submit(page, add);
  expect(page.answer?.status()).toBe(200);
  const form = formOf(page);
  const folded = form.locator(".fold > summary");
  if (await folded.count()) await folded.click();
  return form;
}

/** What is typed into an optional field, and nothing where a choice is asked. */
function sample(f: Field): string | undefined {
  if (f.kind === "text") return f.input === "tel" ? "13800000000" : "甲";
  if (f.kind === "longtext" || f.kind === "texts") return "甲\n乙";
  if (f.kind === "date") return "2030-01-31";
  return ["int", "money", "decimal", "percent"].includes(f.kind) ? "7" : undefined;
}

/** What stands in the form; its key is another one each time. */
const held = (form: Locator) => entriesOf(form.one(), null).filter(([name, value]) => value !== "" && name !== "_key");

test("two start at a row of another declaration alone: their own tests open them", () => {
  expect(added.filter(startsElsewhere).map(({ name }) => name)).toEqual(["deliver", "ads_fee"]);
});

test("every declaration that takes new rows asks for something", () => {
  expect(added.length).toBeGreaterThan(0);
  const asksNothing = added.filter((d) => !requiredOf(d).length && !formLines(d).some(([, l]) => l.required));
  expect(asksNothing.map(({ name }) => name)).toEqual([]);
});

test.for(named(added.filter((d) => !startsElsewhere(d))))(
  "%s: its blank form marks what it asks for, and refuses without losing",
  async ([, document], { page }) => {
    const form = await openBlank(page, document);
    for (const [name, { label }] of requiredOf(document)) {
      const words = form.locator(`[for="f-${name}"], [id="f-${name}-l"]`);
      await expect(words).toContainText(label);
      await expect(words).toContainText("（必填）");
      const control = form.locator(`[name="${name}"], [name="${name}Files"]`);
      expect(await control.count(), name).toBeGreaterThan(0);
    }
    for (const [name, f] of asked(document)) {
      const text = sample(f);
      const control = form.locator(`input[name="${name}"], textarea[name="${name}"]`);
      if (text && f.default === undefined) await control.fill(f.required ? "" : text);
    }
    const typed = held(form);
    const isBlank = (name: string) => typed.every(([n]) => n !== name);

    await submit(page, form.getByRole("button", { name: /保存|签收|提交|登记|重新计算/ }).last());
    expect(page.answer?.status()).toBe(422);
    const said = form.getByRole("alert");
    for (const [name] of requiredOf(document).filter(([n]) => isBlank(n))) {
      const link = said.locator(`a[href="#f-${name}"]`);
      await expect(link).toContainText(/./);
      await expect(form.locator(`[id="f-${name}-err"]`)).toHaveText(await link.innerText());
    }
    for (const [, { required }] of formLines(document)) if (required) await expect(said).toContainText(required);
    expect(held(form)).toEqual(typed);
  },
);
