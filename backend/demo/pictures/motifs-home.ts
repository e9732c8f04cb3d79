/**
 * What goods of a category look like, drawn in a square of 480 that stands on y = 396. `m` is the colour of the
 * 规格, `d` its shade, `l` its light; they are filled in by `draw`.
 */
export const HOME_MOTIFS: Record<string, string> = {
  // 收纳整理: a box with a lid and a handle.
  HKS: `<rect x="96" y="206" width="288" height="190" rx="18" fill="m"/><rect x="82" y="160" width="316" height="56" rx="16" fill="l"/>
    <rect x="186" y="262" width="108" height="34" rx="17" fill="d"/><rect x="198" y="270" width="84" height="18" rx="9" fill="#fff" opacity=".55"/>
    <path d="M126 232v144M354 232v144" stroke="d" stroke-width="6" opacity=".35"/>`,
  // 厨房用具: a pan with its handle.
  HKC: `<path d="M300 250l128-74a18 18 0 0 1 20 30l-120 78z" fill="d"/><ellipse cx="206" cy="292" rx="158" ry="104" fill="m"/>
    <ellipse cx="206" cy="276" rx="158" ry="96" fill="l"/><ellipse cx="206" cy="280" rx="132" ry="76" fill="d"/>
    <path d="M104 262q40-46 110-48" stroke="#fff" stroke-width="10" stroke-linecap="round" fill="none" opacity=".35"/>`,
  // 电子厨房秤: a platform with a display.
  HKC2: `<rect x="74" y="250" width="332" height="146" rx="26" fill="m"/><rect x="96" y="188" width="288" height="70" rx="14" fill="l"/>
    <rect x="128" y="212" width="224" height="12" rx="6" fill="d" opacity=".35"/><rect x="160" y="292" width="160" height="66" rx="10" fill="#b9d7c0"/>
    <path d="M184 308v34M184 308h22M206 308v34M184 342h22M228 308h22v17h-22v17h22M272 308h22v34h-22z" fill="none" stroke="#27352b" stroke-width="6"/>
    <circle cx="118" cy="326" r="15" fill="d"/><circle cx="362" cy="326" r="15" fill="d"/>`,
  // 餐具水具: a mug with its saucer.
  HKT: `<ellipse cx="228" cy="378" rx="150" ry="20" fill="d"/><path d="M118 168h212v150q0 62-62 62h-88q-62 0-62-62z" fill="m"/>
    <path d="M330 206h28q44 0 44 46t-44 46h-28" fill="none" stroke="m" stroke-width="24"/><ellipse cx="224" cy="170" rx="106" ry="22" fill="l"/>
    <ellipse cx="224" cy="174" rx="88" ry="14" fill="#8b5e3c"/><path d="M146 214v96" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".4"/>`,
  // 家居灯饰: a table lamp that shines.
  HKL: `<path d="M150 244l-40 152h260l-40-152z" fill="#ffe9a8" opacity=".5"/><rect x="230" y="240" width="20" height="128" fill="d"/>
    <ellipse cx="240" cy="378" rx="92" ry="18" fill="d"/><path d="M176 96h128l58 152H118z" fill="m"/><path d="M118 248h244l-8-22H126z" fill="l"/>
    <path d="M190 112l-40 108" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".4"/>`,
  // 床品布艺: folded textiles.
  HKB: `<rect x="84" y="318" width="312" height="78" rx="36" fill="d"/><rect x="84" y="244" width="312" height="82" rx="38" fill="m"/>
    <rect x="94" y="176" width="292" height="78" rx="36" fill="l"/><path d="M120 285h226M120 358h226M130 215h210" stroke="#fff" stroke-width="7" opacity=".5" stroke-dasharray="18 10"/>
    <rect x="212" y="160" width="56" height="236" fill="#fff" opacity=".3"/>`,
  // 喂食饮水: a bowl with bones.
  PTF: `<path d="M90 276h300l40 120H50z" fill="m"/><ellipse cx="240" cy="276" rx="150" ry="36" fill="l"/><ellipse cx="240" cy="280" rx="126" ry="24" fill="#9a6b42"/>
    <path d="M196 330h88M196 330a14 14 0 1 0-14 14a14 14 0 1 0 14 14h88a14 14 0 1 0 14-14a14 14 0 1 0-14-14" fill="#fff" stroke="#fff" stroke-width="4"/>`,
  // 宠物饮水机: a fountain with its tank and jet.
  PTF2: `<path d="M112 262h256v92q0 42-42 42H154q-42 0-42-42z" fill="m"/><ellipse cx="240" cy="262" rx="128" ry="34" fill="l"/><ellipse cx="240" cy="264" rx="106" ry="24" fill="#9fd3ef"/>
    <rect x="222" y="176" width="36" height="84" rx="14" fill="d"/><path d="M240 180q-6-64-58-64M240 180q6-64 58-64M240 178v-78" stroke="#7cc4ea" stroke-width="10" fill="none" stroke-linecap="round"/>
    <rect x="206" y="306" width="68" height="62" rx="12" fill="#d7eefb"/><path d="M206 340h68v16q0 12-12 12h-44q-12 0-12-12z" fill="#6fb9e4"/><circle cx="322" cy="340" r="9" fill="#58c98b"/>`,
  // 窝垫牵引: a bed.
  PTB: `<path d="M60 300q0-96 180-96t180 96v48q0 48-60 48H120q-60 0-60-48z" fill="m"/><ellipse cx="240" cy="308" rx="128" ry="58" fill="l"/>
    <ellipse cx="240" cy="318" rx="110" ry="44" fill="#fff" opacity=".45"/><path d="M84 346q30 26 76 28M396 346q-30 26-76 28" stroke="d" stroke-width="7" fill="none" stroke-dasharray="12 9"/>`,
  // 宠物玩具: a ball with a rope.
  PTT: `<path d="M300 200q90-90 110-20t-60 60" fill="none" stroke="d" stroke-width="20" stroke-linecap="round"/><circle cx="220" cy="276" r="120" fill="m"/>
    <path d="M118 216q102 60 204 0M118 336q102-60 204 0" fill="none" stroke="l" stroke-width="16"/><circle cx="176" cy="226" r="22" fill="#fff" opacity=".4"/>`,
  // 喂养用品: a bottle.
  BYF: `<path d="M212 92q28-30 56 0l10 48h-76z" fill="#f3d7b8"/><rect x="174" y="140" width="132" height="44" rx="12" fill="d"/><path d="M180 184h120l22 44v130q0 38-38 38h-88q-38 0-38-38V228z" fill="l"/>
    <path d="M158 268h164v90q0 38-38 38h-88q-38 0-38-38z" fill="m"/><path d="M286 232h30M286 262h30M286 292h30M286 322h30" stroke="d" stroke-width="6"/>`,
  // 益智玩具: building blocks.
  BYT: `<rect x="84" y="274" width="122" height="122" rx="12" fill="m"/><rect x="218" y="274" width="122" height="122" rx="12" fill="#f6c453"/><rect x="150" y="146" width="122" height="122" rx="12" fill="l"/>
    <path d="M348 396l52-104 52 104z" fill="d"/><circle cx="145" cy="335" r="30" fill="#fff" opacity=".55"/><path d="M279 305l28 56h-56z" fill="#fff" opacity=".6"/><rect x="188" y="184" width="46" height="46" fill="#fff" opacity=".5"/>`,
  // 安全防护: a shield-shaped guard.
  BYS: `<path d="M240 96l136 44v104q0 104-136 152q-136-48-136-152V140z" fill="m"/><path d="M240 124l108 36v86q0 82-108 120z" fill="d" opacity=".35"/>
    <path d="M178 246l46 46 84-92" fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/>`,
  // 美发工具: a dryer.
  BTH: `<path d="M230 262h92l-22 116q-4 18-22 18h-22q-20 0-18-20z" fill="d"/><path d="M120 132h190q82 0 82 70t-82 70H120z" fill="m"/><path d="M58 150l62-18v140l-62-18z" fill="l"/>
    <circle cx="316" cy="202" r="44" fill="d"/><circle cx="316" cy="202" r="26" fill="l"/><path d="M140 158h130" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".4"/>`,
  // 卷发棒: a barrel with a clamp and a cord.
  BTH2: `<path d="M96 396q-46-70 22-96" fill="none" stroke="#40464f" stroke-width="12" stroke-linecap="round"/><g transform="rotate(-38 240 250)">
    <rect x="52" y="226" width="190" height="56" rx="26" fill="m"/><rect x="236" y="232" width="196" height="44" rx="20" fill="#cfd4da"/><rect x="240" y="222" width="178" height="20" rx="10" fill="#aeb5be"/>
    <rect x="216" y="206" width="34" height="34" rx="8" fill="d"/><rect x="110" y="242" width="56" height="22" rx="8" fill="#23282f"/><circle cx="192" cy="254" r="8" fill="#ef6a5b"/><rect x="426" y="242" width="26" height="24" rx="10" fill="d"/></g>`,
  // 护理用品: a pump bottle.
  BTS: `<path d="M226 100h80v22h-40v36h-40z" fill="d"/><rect x="206" y="156" width="80" height="36" rx="8" fill="d"/><path d="M168 192h156q24 20 24 52v116q0 36-36 36H180q-36 0-36-36V244q0-32 24-52z" fill="m"/>
    <rect x="172" y="256" width="148" height="96" rx="10" fill="#fff" opacity=".75"/><path d="M194 284h104M194 306h104M194 328h60" stroke="d" stroke-width="8"/>`,
};
