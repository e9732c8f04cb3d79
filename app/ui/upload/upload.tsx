import { useContext } from "react";
import { type ControlProps, useGroup } from "../field/context";
import { PickFile } from "../input/pick-file";
import { MobileContext } from "../mobile/context";
import { MoreStyles } from "../more/more";
import { isPicture, type UploadedFile, type UploadKind, uploadLimit, uploadValue } from "./upload-data";

export interface UploadProps extends ControlProps {
  value?: readonly UploadedFile[];
  /** Same-origin URL that takes one file as multipart `file` and answers name and url. */
  action?: string;
  kind?: UploadKind;
  limit?: number;
  /** As the accept attribute: ".pdf,.xlsx,image/*". */
  accept?: string;
}

/**
 * Files of a form (`encType="multipart/form-data"`). Without script they are posted with the form as
 * `{name}Files`, and a file is removed by unticking it; with script and `action` each is sent at once.
 * Read the result with `readUpload`. Use inside `<Field group>`.
 */
export function Upload(props: UploadProps) {
  const { value = [], action, kind = "file", limit = uploadLimit(kind), accept } = props;
  const mobile = useContext(MobileContext);
  const { id, name, disabled, labelledBy, ...aria } = useGroup(props);
  return (
    <div
      className={`upload ${kind}`}
      role="group"
      aria-labelledby={labelledBy}
      data-upload={action}
      data-limit={limit}
      {...aria}
    >
      <MoreStyles />
      <ul>
        {value.map((file) => (
          <li key={file.url}>
            <a href={file.url} target="_blank" rel="noopener">
              {kind === "picture-img" ? (
                <img src={file.url} alt={file.name} />
              ) : (
                <>
                  {isPicture(file.name) && <img src={file.url} alt="" loading="lazy" />}
                  {file.name}
                </>
              )}
            </a>
            <label className={disabled ? "tick" : "tick no-js"}>
              <input type="checkbox" name={name} value={uploadValue(file)} defaultChecked disabled={disabled} />
              保留
            </label>
            {!disabled && (
              <button
                type="button"
                className="link danger js-only"
                aria-label={`删除${file.name}`}
                data-drop={file.name}
              >
                删除
              </button>
            )}
          </li>
        ))}
      </ul>
      {/* Says that the field was shown: a file input without a file is not part of what arrives. */}
      <input type="hidden" name={`${name}Files`} disabled={disabled} />
      <PickFile
        id={id}
        name={`${name}Files`}
        multiple={limit > 1}
        accept={accept ?? (kind === "picture-img" ? "image/*" : undefined)}
        disabled={disabled}
        aria-labelledby={labelledBy}
      />
      {mobile && (!accept || accept.includes("image")) && !disabled && (
        <label className="btn camera">
          拍照
          <input type="file" name={`${name}Files`} accept="image/*" capture="environment" />
        </label>
      )}
      <p className="help">最多 {limit} 个文件，总大小不超过 20 MB</p>
      <p className="said" role="status" />
    </div>
  );
}
