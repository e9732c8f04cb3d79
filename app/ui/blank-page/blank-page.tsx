import type { ReactNode } from "react";
import { PRODUCT_NAME } from "~/text/title";
import css from "./blank-page.css";

export interface BlankPageProps {
  /** Heading of the card. */
  title: string;
  /** One line under the heading. */
  lead?: ReactNode;
  /** Shows the product beside the card on wide screens. */
  hero?: boolean;
  children: ReactNode;
}

/** Frame of the pages outside the shell: log-in, lock, errors. It brings its own style sheet. */
export function BlankPage({ title, lead, hero, children }: BlankPageProps) {
  return (
    <>
      <link rel="stylesheet" href={css} />
      <div className={hero ? "blank blank-hero" : "blank"}>
        {hero && <Hero />}
        <main id="main" className="blank-main">
          <div className="blank-card">
            <Brand />
            <h1>{title}</h1>
            {lead && <p className="blank-lead">{lead}</p>}
            {children}
          </div>
          <footer className="blank-foot">© {PRODUCT_NAME} · 仅限公司内部使用</footer>
        </main>
      </div>
    </>
  );
}

/** Mark and name of the product. */
function Brand() {
  return (
    <p className="blank-brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 11.5 16 7l8 4.500v9L16 25l-8-4.500zM8 11.500l8 4.500 8-4.500M16 16v9" />
      </svg>
      {PRODUCT_NAME}
    </p>
  );
}

const HERO_FACTS = [
  ["业财一体", "采购、仓储、物流、财务共用一套单据和账"],
  ["数据实时", "利润、库存、广告投放当天可见"],
  ["权限清晰", "按角色授权，每一步操作都有记录"],
] as const;

function Hero() {
  return (
    <aside className="blank-aside" aria-label="产品简介">
      <Brand />
      <div>
        <p className="blank-hero-line">从采购到回款，一个台面办完</p>
        <ul>
          {HERO_FACTS.map(([name, text]) => (
            <li key={name}>
              <b>{name}</b>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <svg className="blank-hero-art" viewBox="0 0 400 260" aria-hidden="true">
        <path className="route" d="M20 210C90 90 190 60 250 120S350 170 390 60" />
        <path className="route far" d="M10 140c80-110 210-130 380-20" />
        <g className="box">
          <path d="M250 88l34 18v40l-34 18-34-18v-40zM216 106l34 18 34-18M250 124v40" />
          <path d="M92 122l26 14v31l-26 14-26-14v-31zM66 136l26 14 26-14M92 150v31" />
          <path d="M352 62l22 12v26l-22 12-22-12V74zM330 74l22 12 22-12M352 86v26" />
        </g>
      </svg>
    </aside>
  );
}

export type BannerTone = "success" | "warning" | "danger" | "info";

/** One sentence above the card's content. Danger and warning are read out at once. */
export function Banner({ tone, children }: { tone: BannerTone; children: ReactNode }) {
  const urgent = tone === "danger" || tone === "warning";
  return (
    <p className={`blank-banner ${tone}`} role={urgent ? "alert" : "status"}>
      {children}
    </p>
  );
}
