import type { PrintProps } from "~/screens/parts";
import { filesOf } from "~/screens/row/files";

/** 合同附件: the signed scans, pictures as pictures, and what else is attached. */
export function ContractFiles({ row }: PrintProps<"purchase_contract">) {
  const groups = [
    ["已签合同", filesOf(row.signedFiles), Number(row.supplement) > 0 ? "新签的在前" : ""],
    ["其他附件", filesOf(row.attachments), ""],
  ] as const;
  return (
    <div className="contract">
      <h1>合同 {row.no} 附件</h1>
      {groups.map(([title, files, hint]) => (
        <section key={title}>
          <h2>
            {title}（{files.length}） {hint && <span className="hint">{hint}</span>}
          </h2>
          {!files.length && <p className="hint">{title === "已签合同" ? "还没有上传" : "没有"}</p>}
          {files.map((file) => (
            <figure key={file.url}>
              {/\.(png|jpe?g)$/i.test(file.name) && <img src={file.url} alt={file.name} />}
              <figcaption>
                <a href={file.url} target="_blank" rel="noopener">
                  {file.name}
                </a>
              </figcaption>
            </figure>
          ))}
        </section>
      ))}
    </div>
  );
}
