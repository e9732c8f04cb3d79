import { filesOf } from "~/screens/row/files";

const STAR = "50,33 54,45 67,45 56.5,52.5 60.5,65 50,57.5 39.5,65 43.5,52.5 33,45 46,45";

/** The company's seal on an approved contract: its own picture, else a drawn one. */
export function Chop({ name, picture, id }: { name: string; picture: string | null; id: string }) {
  const [file] = filesOf(picture);
  if (file) return <img className="chop" src={file.url} alt={`${name} 合同章`} />;
  return (
    <svg className="chop" viewBox="0 0 100 100" role="img" aria-label={`${name} 合同章`}>
      <circle cx="50" cy="50" r="47" fill="none" stroke="#c00" strokeWidth="3" />
      <polygon points={STAR} fill="#c00" />
      <path id={`arc-${id}`} d="M 14.5 60 A 37 37 0 1 1 85.5 60" fill="none" />
      <text fontSize={name.length > 14 ? 8 : 9.5} fill="#c00" textAnchor="middle">
        <textPath href={`#arc-${id}`} startOffset="50%">
          {name}
        </textPath>
      </text>
      <text x="50" y="83" fontSize="9" fill="#c00" textAnchor="middle">
        合同专用章
      </text>
    </svg>
  );
}
