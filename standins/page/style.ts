/** The whole sheet of the page. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1f2329;--dim:#646a73;--line:#dee0e3;--back:#f5f6f7;--box:#fff;--main:#1456f0}
@media(prefers-color-scheme:dark){:root{--ink:#ebebeb;--dim:#a6a6a6;--line:#434343;--back:#1a1a1a;--box:#262626;--main:#7ba0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:1200px;margin:0 auto;padding:16px}
h1{font-size:20px;margin:0}h2{font-size:16px;margin:0 0 12px}
small,.dim,.none{color:var(--dim);font-weight:400}
section{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:16px;margin-top:16px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:12px}
.line{display:grid;grid-template-columns:2fr 1fr 1fr;gap:12px}.grid+.grid,.grid+.line,.line+.line,.line+.grid{margin-top:12px}
label{display:block}label span{display:block;color:var(--dim)}
input,select,button{font:inherit;color:inherit;background:var(--box);border:1px solid var(--line);border-radius:6px;padding:5px 10px;min-height:34px}
input,select{width:100%}
button{cursor:pointer}button.main{background:#1456f0;border-color:#1456f0;color:#fff;margin-top:12px;padding:5px 24px}
td form{display:inline}td button{min-height:28px;padding:1px 10px;margin-right:6px}
:focus-visible{outline:2px solid var(--main);outline-offset:1px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--dim);font-weight:400}
.said{border-color:#2ea121}.wrong{border-color:#d83931}
`;
