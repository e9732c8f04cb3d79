// A person at the pages: every click, key, typed character, page and scrolled pixel is counted.
const LOGIN = "123456";
/** SCRIPT=off: the same person where no script runs. */
const SCRIPTED = process.env.SCRIPT !== "off";
/** DEVICE=phone: the same person on the way. */
const PHONE = process.env.DEVICE === "phone";
const DESK_VIEW = { width: 1366, height: 768 };
const PHONE_VIEW = { width: 390, height: 844 };
/** What the bars above the page cover of it, in px. */
const BARS = 90;

/** Opens the home page as somebody; what that takes is not counted. */
export async function startHand(browser, origin, user, phone = PHONE) {
  const context = await browser.newContext({
    viewport: phone ? PHONE_VIEW : DESK_VIEW,
    javaScriptEnabled: SCRIPTED,
    isMobile: phone,
    hasTouch: phone,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    baseURL: origin,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto("/login");
  await page.locator("[name=username]").fill(user);
  await page.locator("[name=password]").fill(LOGIN);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(phone ? "/mobile" : "/wel/index");
  return handOf(page, phone);
}

function handOf(page, phone) {
  const view = phone ? PHONE_VIEW : DESK_VIEW;
  const count = { pages: 0, clicks: 0, keys: 0, typed: 0, scrolled: 0 };
  let aside = 0;
  let address = page.url();
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const now = frame.url();
    // A place within the same page is no page; the same address anew is one.
    if (now === address || now.split("#")[0] !== address.split("#")[0]) count.pages++;
    address = now;
  });
  const main = page.getByRole("main");
  const shown = (target) => target.filter({ visible: true }).first();

  /** Brings it into view with the wheel, as far as it lies outside. */
  async function see(target) {
    const one = shown(target);
    await one.waitFor();
    const { y, height } = (await one.boundingBox()) ?? { y: BARS, height: 0 };
    // What stands in the bars is always there.
    if (!(await one.evaluate((element) => !!element.closest("main")))) return one;
    const below = Math.ceil(y + Math.min(height, view.height - BARS) - view.height);
    const far = below > 0 ? below : Math.min(0, Math.floor(y - BARS));
    if (far === 0) return one;
    count.scrolled += Math.abs(far);
    await page.mouse.move(view.width / 2, view.height / 2);
    await page.mouse.wheel(0, far);
    await page.waitForTimeout(100);
    return one;
  }
  async function click(target) {
    const one = await see(target);
    await one.click();
    count.clicks++;
  }
  async function press(key) {
    await page.keyboard.press(key);
    count.keys++;
  }
  async function type(text) {
    await page.keyboard.type(text);
    count.typed += text.length;
  }
  /** Does what leads to another page, and waits until it is there. */
  async function go(act) {
    const arrived = page.waitForEvent("framenavigated");
    await Promise.all([arrived, act()]);
    await page.waitForLoadState();
  }
  const follow = (target) => go(() => click(target));
  const said = (text) => page.getByText(text).filter({ visible: true }).first().waitFor();

  return {
    scripted: SCRIPTED,
    phone,
    page,
    main,
    count,
    see,
    click,
    press,
    type,
    go,
    follow,
    said,
    button: (name) => main.getByRole("button", { name, exact: true }).or(main.getByRole("link", { name, exact: true })),
    row: (text) => main.locator("tbody tr").filter({ hasText: text }),
    /** A queue of the home page, by its name, behind its number on a phone. */
    queue: (name) => follow(main.getByRole("link", { name: new RegExp(`${phone ? "" : "^"}${name}`) })),
    /** A page of the menu: its part in the bar, its group if that is folded, itself. */
    async menu(part, group, item) {
      if (phone) {
        await click(
          page.getByRole("link", { name: part, exact: true }).or(page.getByRole("tab", { name: part, exact: true })),
        );
        return follow(main.getByRole("link", { name: item, exact: true }));
      }
      await click(page.getByRole("group", { name: "菜单分组" }).getByText(part, { exact: true }));
      const side = page.getByRole("navigation", { name: "主菜单" });
      const link = side.getByRole("link", { name: item, exact: true });
      if (!(await link.isVisible())) await click(side.getByText(group, { exact: true }));
      await follow(link);
    },
    /** A native list is opened and one of it clicked: two clicks, though no browser shows the list here. */
    async choose(target, option) {
      const one = await see(target);
      await one.selectOption(option);
      count.clicks += 2;
    },
    /** A file of the dialog that a click opens. */
    async attach(target) {
      const file = { name: "proof.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };
      const [asked] = await Promise.all([page.waitForEvent("filechooser"), click(target)]);
      await asked.setFiles(file);
      // Without script the field itself shows its file.
      if (SCRIPTED) await said("proof.pdf");
    },
    /** Confirms in the dialog that is open. */
    confirm: (name) => follow(page.getByRole("dialog").getByRole("button", { name, exact: true })),
    /** What others do meanwhile takes none of this person's time. */
    async others(act) {
      const began = performance.now();
      await act();
      aside += performance.now() - began;
    },
    waited: () => aside,
    close: () => page.context().close(),
  };
}

/** What others do meanwhile, at their desks: the approvals of a document, by whoever it waits for. Not counted. */
export async function approved(browser, origin, number, people) {
  for (const user of people) {
    const other = await startHand(browser, origin, user, false);
    await other.queue("待我审批");
    const row = other.row(number);
    if (await row.count()) {
      await other.follow(row.getByRole("link"));
      await other.follow(other.button("通过"));
    }
    await other.close();
  }
}

/** What rows say, each in one line. */
export const textsOf = (rows) => rows.evaluateAll((all) => all.map((row) => row.innerText.replace(/\s+/g, " ")));
/** How much there is to do. @throws Error when there is nothing */
export const need = (n, what) => {
  if (!n) throw new Error(`${what}: nothing is there to do it with`);
  return n;
};
export const ofAll = (n, wanted, what) => (n < wanted ? `${n} of ${wanted} ${what}` : `${n} ${what}`);
