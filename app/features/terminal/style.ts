/** The whole sheet of the terminal: read at arm's length, pressed with gloves. It stands in the page. */
export const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:20px/1.4 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#1f2329;background:#f5f7fa}
header{display:flex;gap:8px;align-items:center;background:#1f2329}
header a,header b{display:flex;align-items:center;min-height:56px;padding:0 14px;color:#fff;text-decoration:none}
header b{flex:1;justify-content:center;font-size:22px}
main{max-width:720px;margin:0 auto;padding:12px;display:grid;gap:12px}
h1{margin:0;font-size:24px}h2{margin:0;font-size:20px}p{margin:0}
.band{margin:-12px -12px 0;padding:16px 14px;font-size:24px;font-weight:700;overflow-wrap:anywhere}
.good{background:#1c6b2a;color:#fff}.warn{background:#ffe08a;color:#4a3300}.bad{background:#b3191e;color:#fff}.wait{background:#24405f;color:#fff}
#state{display:grid;gap:12px}
form{display:grid;gap:12px;margin:0}
label{display:grid;gap:4px;font-weight:600}
small{font-size:18px;font-weight:400;color:#4e5969}
input,select,button,.btn,summary{font:inherit;min-height:56px;border-radius:6px;border:2px solid #4e5969;padding:8px 12px;background:#fff;color:inherit;width:100%}
input[name=code]{font-size:26px;border-width:3px;border-color:#0b6bcb}
input[type=checkbox],input[type=radio]{width:28px;min-height:28px;flex:none;margin:0}
.pick{display:flex;gap:8px;border:0;margin:0;padding:0}
.pick label{display:flex;flex:1;align-items:center;gap:10px;min-height:56px;border:2px solid #4e5969;border-radius:6px;padding:0 12px;background:#fff}
.two{display:grid;grid-template-columns:1fr 1fr;gap:8px;align-items:end}.two>details{align-self:start}
button,.btn{display:flex;align-items:center;justify-content:center;gap:8px;font-weight:700;text-decoration:none;text-align:center;cursor:pointer}
.go{background:#0b6bcb;border-color:#0b6bcb;color:#fff}
.jobs{display:grid;grid-template-columns:1fr 1fr;gap:12px}.jobs>*{min-height:88px;font-size:24px}
:focus-visible{outline:4px solid #f5a623;outline-offset:1px}
table{width:100%;border-collapse:collapse;background:#fff}
caption{text-align:left;font-weight:700;padding:6px 0}
th,td{padding:8px;border-bottom:1px solid #c9cdd4;text-align:left;vertical-align:middle;overflow-wrap:anywhere}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:700}
.left td.n{color:#8a4b00}.full td.n{color:#1c6b2a}.over td.n{color:#b3191e}
ol{list-style:none;margin:0;padding:0;background:#fff}
li{display:flex;gap:8px;align-items:center;padding:6px 8px;border-bottom:1px solid #c9cdd4;min-height:60px}
li>span{flex:1;overflow-wrap:anywhere}li form{flex:none}li button{width:auto}
li.bad{background:#fdeceb;color:#8e1216}li.off>span{text-decoration:line-through;color:#4e5969}
summary{display:flex;align-items:center}
video{width:100%;background:#000}
[hidden]{display:none}
`.replaceAll("\n", "");
