/** As in motifs-home: electronics, the open air, tools, the desk, the car, packing. */
export const GEAR_MOTIFS: Record<string, string> = {
  // 手机配件: a phone in a case.
  ELA: `<rect x="150" y="84" width="180" height="312" rx="34" fill="m"/><rect x="164" y="98" width="152" height="284" rx="22" fill="d"/><rect x="176" y="112" width="64" height="82" rx="18" fill="l"/>
    <circle cx="208" cy="134" r="15" fill="#20252c"/><circle cx="208" cy="170" r="15" fill="#20252c"/><circle cx="240" cy="276" r="42" fill="none" stroke="l" stroke-width="10"/>`,
  // 充电电源: a charger with its plug.
  ELC: `<rect x="120" y="150" width="216" height="246" rx="38" fill="m"/><rect x="336" y="214" width="54" height="18" rx="5" fill="#b9bfc7"/><rect x="336" y="304" width="54" height="18" rx="5" fill="#b9bfc7"/>
    <rect x="146" y="176" width="164" height="194" rx="22" fill="l" opacity=".5"/><rect x="180" y="208" width="64" height="22" rx="11" fill="#20252c"/><rect x="180" y="250" width="64" height="22" rx="11" fill="#20252c"/>
    <path d="M236 296l-40 46h28l-10 36 40-48h-28z" fill="#f6b53d"/>`,
  // 音频耳机: headphones.
  ELH: `<path d="M108 300v-44q0-140 132-140t132 140v44" fill="none" stroke="m" stroke-width="30"/><path d="M142 252q8-106 98-106" fill="none" stroke="#fff" stroke-width="8" opacity=".4"/>
    <rect x="78" y="264" width="76" height="132" rx="34" fill="d"/><rect x="326" y="264" width="76" height="132" rx="34" fill="d"/><rect x="140" y="276" width="28" height="108" rx="14" fill="l"/><rect x="312" y="276" width="28" height="108" rx="14" fill="l"/>`,
  // 智能穿戴: a watch.
  ELW: `<path d="M188 84h104l14 100H174zM174 296h132l-14 100H188z" fill="m"/><rect x="146" y="148" width="188" height="184" rx="46" fill="d"/><rect x="166" y="168" width="148" height="144" rx="32" fill="#1b2027"/>
    <path d="M240 198v46l34 20" stroke="#7fd1ff" stroke-width="11" fill="none" stroke-linecap="round"/><rect x="334" y="218" width="16" height="44" rx="8" fill="l"/>`,
  // 露营装备: a tent.
  ODC: `<path d="M240 112l190 284H50z" fill="m"/><path d="M240 112l88 284H152z" fill="d"/><path d="M240 172l48 224h-96z" fill="l"/><path d="M240 112V92M50 396l-26 10M430 396l26 10" stroke="#5d6570" stroke-width="8" stroke-linecap="round"/>`,
  // 露营灯: a lantern.
  ODC2: `<path d="M168 150q0-72 72-72t72 72" fill="none" stroke="#6b7480" stroke-width="13"/><rect x="152" y="140" width="176" height="46" rx="18" fill="m"/><rect x="170" y="186" width="140" height="140" rx="10" fill="#fff2c2"/>
    <rect x="212" y="204" width="56" height="104" rx="26" fill="#ffd35c"/><path d="M186 186v140M294 186v140" stroke="d" stroke-width="10"/><path d="M150 326h180l18 70H132z" fill="m"/><circle cx="240" cy="362" r="15" fill="d"/>`,
  // 健身器材: a dumb-bell.
  ODF: `<rect x="150" y="266" width="180" height="34" rx="14" fill="#a9b1bb"/><rect x="96" y="200" width="62" height="166" rx="20" fill="m"/><rect x="322" y="200" width="62" height="166" rx="20" fill="m"/>
    <rect x="58" y="228" width="46" height="110" rx="16" fill="d"/><rect x="376" y="228" width="46" height="110" rx="16" fill="d"/><path d="M112 220v60M338 220v60" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".4"/>`,
  // 骑行配件: a helmet.
  ODB: `<path d="M72 330q0-190 176-190t160 176q0 26-40 26H116q-44 0-44-12z" fill="m"/><path d="M150 186q60-24 126-8l-40 60h-90zM292 184q50 24 74 74h-92zM118 258h100l-20 52H98z" fill="d"/>
    <path d="M140 342q24 54 84 54t84-54" fill="none" stroke="#4b535d" stroke-width="11"/><rect x="204" y="382" width="44" height="20" rx="8" fill="l"/>`,
  // 水上运动: a paddle board.
  ODW: `<path d="M240 76q78 84 78 210 0 110-78 110t-78-110q0-126 78-210z" fill="m"/><path d="M240 112q46 70 46 172 0 84-46 84z" fill="l"/><path d="M170 250h140M166 300h148" stroke="d" stroke-width="10"/>
    <path d="M376 112v210" stroke="#7b6a55" stroke-width="12" stroke-linecap="round"/><path d="M358 312h36v60q-18 30-36 0z" fill="d"/>`,
  // 手动工具: a screwdriver and its bits.
  TLH: `<g transform="rotate(-40 240 250)"><rect x="56" y="222" width="180" height="62" rx="28" fill="m"/><path d="M80 238h120M80 268h120" stroke="d" stroke-width="8"/><rect x="232" y="238" width="28" height="30" fill="d"/>
    <rect x="258" y="246" width="150" height="14" fill="#b4bcc6"/><path d="M408 240h30l10 13-10 13h-30z" fill="#8d96a1"/></g><g fill="#8d96a1"><rect x="300" y="340" width="20" height="56" rx="4"/><rect x="336" y="352" width="20" height="44" rx="4"/><rect x="372" y="346" width="20" height="50" rx="4"/></g>`,
  // 园艺用品: a watering can.
  TLG: `<path d="M306 262l102-100 20 22-96 132z" fill="d"/><path d="M396 140l58 56" stroke="m" stroke-width="22" stroke-linecap="round"/><path d="M124 214h188l16 182H108z" fill="m"/>
    <path d="M120 250q-66-10-66 52t60 66" fill="none" stroke="d" stroke-width="20"/><ellipse cx="218" cy="214" rx="94" ry="22" fill="l"/><path d="M150 262v96" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".4"/>`,
  // 测量仪器: a tape measure.
  TLM: `<path d="M290 372h152v18H290z" fill="#f7d154"/><path d="M318 372v10M346 372v10M374 372v10M402 372v10" stroke="#333" stroke-width="4"/><rect x="432" y="366" width="12" height="30" fill="#79828d"/>
    <path d="M84 396V250q0-112 112-112h20q112 0 112 112v146z" fill="m"/><circle cx="206" cy="262" r="72" fill="l"/><circle cx="206" cy="262" r="44" fill="d"/><rect x="150" y="352" width="112" height="20" rx="10" fill="d" opacity=".5"/>`,
  // 桌面收纳: a pen holder with drawers.
  OFD: `<path d="M142 218l-22-120h20l24 120zM196 218V92h18v126zM250 218l22-116h18l-22 116z" fill="#f0b34a"/><rect x="112" y="206" width="196" height="190" rx="14" fill="m"/><rect x="300" y="270" width="92" height="126" rx="12" fill="l"/>
    <rect x="130" y="288" width="160" height="40" rx="8" fill="d"/><rect x="130" y="338" width="160" height="40" rx="8" fill="d"/><rect x="192" y="302" width="36" height="10" rx="5" fill="#fff"/><rect x="192" y="352" width="36" height="10" rx="5" fill="#fff"/>`,
  // 书写文具: a notebook and a pen.
  OFS: `<rect x="116" y="112" width="222" height="284" rx="16" fill="m"/><rect x="116" y="112" width="46" height="284" rx="16" fill="d"/><rect x="196" y="168" width="108" height="54" rx="8" fill="#fff" opacity=".8"/>
    <g transform="rotate(18 390 250)"><rect x="374" y="120" width="30" height="210" rx="8" fill="l"/><path d="M374 330h30l-15 44z" fill="#333a43"/><rect x="374" y="120" width="30" height="34" rx="8" fill="d"/></g>`,
  // 内饰用品: a steering wheel cover.
  AUI: `<circle cx="240" cy="256" r="124" fill="none" stroke="m" stroke-width="36"/><circle cx="240" cy="256" r="124" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="10 12" opacity=".7"/>
    <path d="M132 250h216v24q-70 0-84 108h-48q-14-108-84-108z" fill="d"/><circle cx="240" cy="272" r="36" fill="l"/>`,
  // 清洁养护: a spray bottle and a cloth.
  AUC: `<path d="M160 112h112l30 26-30 22h-34v42h-56v-42h-40z" fill="d"/><path d="M178 202h76q50 34 50 96v98H128v-98q0-62 50-96z" fill="m"/><rect x="152" y="288" width="128" height="76" rx="10" fill="#fff" opacity=".75"/>
    <path d="M312 352q60-40 120 0v44H312z" fill="l"/><path d="M312 372q60-34 120 0" stroke="d" stroke-width="6" fill="none"/><path d="M318 120l32-14M318 138h36M318 156l32 14" stroke="#8ecbe8" stroke-width="8" stroke-linecap="round"/>`,
  // 包装材料: a carton.
  PKB: `<path d="M84 196l156-64 156 64v140l-156 60-156-60z" fill="#c99a63"/><path d="M84 196l156 62v138l-156-60z" fill="#b98a54"/><path d="M84 196l156-64 156 64-156 62z" fill="#dcb27f"/>
    <path d="M160 164l156 62v44l-30 12v-42l-154-60z" fill="#efe2c7"/>`,
  // 标签耗材: a roll of labels.
  PKL: `<ellipse cx="196" cy="270" rx="118" ry="118" fill="#eef1f4" stroke="#cfd5dc" stroke-width="6"/><circle cx="196" cy="270" r="46" fill="#b98a54"/><circle cx="196" cy="270" r="32" fill="#fff"/>
    <path d="M196 388h220v-78H308" fill="#f7f9fb" stroke="#cfd5dc" stroke-width="6"/><path d="M322 326v44M334 326v44M344 326v44M360 326v44M372 326v44M386 326v44M398 326v44" stroke="#333a43" stroke-width="5"/>`,
  // 桌面收纳套装: what it is made of, in one box.
  SET: `<rect x="66" y="238" width="348" height="158" rx="18" fill="m"/><rect x="92" y="150" width="110" height="150" rx="12" fill="l"/><rect x="218" y="180" width="88" height="120" rx="12" fill="d"/><rect x="322" y="200" width="68" height="100" rx="12" fill="#f0b34a"/>
    <rect x="66" y="292" width="348" height="104" rx="18" fill="m"/><rect x="196" y="322" width="88" height="40" rx="20" fill="#fff" opacity=".7"/>`,
};
