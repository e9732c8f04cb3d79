import { z } from "zod";
import { LinkButton, MoreStyles, Tag } from "~/ui";

const text = z.string().nullable();

const link = z.object({ label: z.string(), href: z.string(), no: text, state: text });
const chapter = z.object({
  code: z.string(),
  title: z.string(),
  about: z.string(),
  picture: text,
  links: z.array(link),
});
type GuideChapter = z.output<typeof chapter>;

/** What the backend tells of the invented company. */
export const guide = z.object({ chapters: z.array(chapter), mayReset: z.boolean() });

const TOLD = "下面六款商品各有一段经历，按顺序点开，看到的都是系统里真实走过流程的单据。";
const UNTOLD = "这份演示数据由早先版本生成，还没有导览里的六款商品；恢复初始状态后可以看到，其他页面照常使用。";

const ChapterCard = ({ code, title, about, picture, links }: GuideChapter) => (
  <section className="card prose">
    <header className="toolbar">
      {picture && <img src={`/api/download/${picture}`} alt="" width="64" height="64" />}
      <div>
        <h2>{title}</h2>
        <p className="hint">{code}</p>
      </div>
    </header>
    <p>{about}</p>
    {links.length ? (
      <ol>
        {links.map(({ label, href, no, state }) => (
          <li key={label}>
            <a href={href}>
              {label} {no}
            </a>{" "}
            {state && <Tag>{state}</Tag>}
          </li>
        ))}
      </ol>
    ) : (
      <p className="hint">这一段的单据不在您的权限之内，换一个账号登录可以看到。</p>
    )}
  </section>
);

/** What there is to see of the invented company, told by six goods. */
export function Guide({ chapters, mayReset }: z.output<typeof guide>) {
  return (
    <>
      <MoreStyles />
      <section className="card">
        <header className="toolbar">
          <h1>演示导览</h1>
          {mayReset && <LinkButton href="/demo/reset">恢复初始状态</LinkButton>}
        </header>
        <p>这家公司和它的数据都是虚构的，可以放心修改。{chapters.length ? TOLD : UNTOLD}</p>
      </section>
      {chapters.map((chapter) => (
        <ChapterCard key={chapter.code} {...chapter} />
      ))}
    </>
  );
}
