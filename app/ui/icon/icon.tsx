/** Paths of the icons in a box of 24 by 24, drawn as lines in the colour of the text. */
export const ICONS = {
  bank: "M3.5 9.5 12 4l8.5 5.5zm0 10.5h17M6 9.5V17m4-7.5V17m4-7.5V17m4-7.5V17",
  barcode: "M4 5v14M7.5 5v14M10 5v14M13.5 5v14M16 5v14M20 5v14",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zm4 4h4",
  book: "M12 6.5c-2-1.5-5-2-8.5-2V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2m0 0V20",
  box: "m12 3 8.5 4.5v9L12 21l-8.5-4.5v-9zM3.5 7.5 12 12l8.5-4.5M12 12v9",
  bug: "M8 9a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0zm0 1H4m4 4H3.5M8 17l-3.5 2.5M16 10h4m-4 4h4.5M16 17l3.5 2.5m-10-14L8 3.5m6.5 2 1.5-2",
  calculator: "M5.5 3.5h13v17h-13zm3 3.5h7v2.5h-7zm.5 6zm3-.01zm3-.01zM9 17v.01m3-.01v.01m3-.01v.01",
  calendar: "M3.5 5.5h17v15h-17zm0 4.5h17M8 3v5m8-5v5",
  camera: "M3.5 7h4L9 4.5h6L16.5 7h4v12.5h-17zm8.5 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7",
  cancel: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.8 5.8l12.4 12.4",
  cart: "M3 4h2.5L8 15h10l2-8H6.3m3.2 13v.01M17 20v.01",
  chart: "M4 4v16h16.5M8 16v-4m4 4V8m4 8v-6m4 6V6",
  check: "M4.5 12.5l5 5 10-11",
  clipboard: "M8 5H5v15.5h14V5h-3M8.5 3.5h7V7h-7zm0 8.5h7m-7 4h5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5.5l3.5 2",
  close: "M6 6l12 12M18 6 6 18",
  coin: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 7.5 12 12l3.5-4.5M12 12v5.5m-3-5h6M9 15h6",
  columns: "M3.5 4.5h17v15h-17zm6 0v15m5.5-15v15",
  component: "M4 4h6.5v6.5H4zm9.5 0H20v6.5h-6.5zM4 13.5h6.5V20H4zm12.8 0V20m-3.3-3.2H20",
  copy: "M8.5 8.5h12v12h-12zm-3 7h-2v-12h12v2",
  danger: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9 9l6 6m0-6-6 6",
  database:
    "M12 9.5c4.5 0 7.5-1.3 7.5-3s-3-3-7.5-3-7.5 1.3-7.5 3 3 3 7.5 3m-7.5-3v11c0 1.7 3 3 7.5 3s7.5-1.3 7.5-3v-11M4.5 12c0 1.7 3 3 7.5 3s7.5-1.3 7.5-3",
  down: "M6 9l6 6 6-6",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16",
  edit: "M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3",
  expand: "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5",
  external: "M14 4h6v6m0-6-9 9m7 1v6H4V6h6",
  factory: "M3.5 20.5V9L9 13V9l5.5 4V4h6v16.5zm4-3.5h2m4 0h2",
  file: "M6 3.5h8L18.5 8v12.5H6zm8 0V8h4.5M9 12.5h6m-6 4h6",
  filter: "M3.5 5h17L14 12.5V20l-4-2v-5.5z",
  flow: "M9.5 3.5h5V8h-5zM3.5 16h5v4.5h-5zm12 0h5v4.5h-5zM12 8v4m-6 4v-4h12v4",
  fold: "M4 6h16M10 12h10M4 18h16M7 9.5 4.5 12 7 14.5",
  folder: "M3 5.5h6.5l2 2.5H21v11.5H3z",
  gauge: "M4.5 18.5a9 9 0 1 1 15 0zM12 14l4-5",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3",
  handshake: "m2.5 7.5 4-2 5.5 2 5.5-2 4 2V15H19l-7 5-7-5H2.5zm9.5 0-3.5 4c1.5 1.5 3 1 4.5-.5l5.5 4.5",
  headset: "M4 14v-2a8 8 0 0 1 16 0v2m-16-.5h3v5H4zm13 0h3v5h-3zm3 5c0 2-2 2.5-5 2.5",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01",
  history: "M3.5 12a8.5 8.5 0 1 0 2.8-6.3L3.5 8.5m0-5v5h5m3.5-1V12l3 2",
  home: "M3 11l9-7 9 7M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  image: "M3.5 4.5h17v15h-17zm5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3m-5 7 5-5 4 4 3-3 5 5",
  inbox: "m4 13 2.5-8.5h11L20 13v6.5H4zm0 0h5l1 2.5h4l1-2.5h5",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-10v5.5m0-8.7v.01",
  keyboard: "M3 6.5h18v11H3zM7 10zm4-.01zm4-.01zM8 14h8",
  layers: "m12 3.5 9 5-9 5-9-5zm-8.5 9L12 17l8.5-4.5m-17 4L12 21l8.5-4.5",
  left: "m15 6-6 6 6 6",
  link: "M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1.1 1.1M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.1",
  list: "M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6zm0 5.99zm0 5.99v.01",
  lock: "M5 11h14v9.5H5zm3 0V8a4 4 0 0 1 8 0v3m-4 4v2",
  logout: "M14 4H5v16h9m-4-8h11m-3.5-3.5L21 12l-3.5 3.5",
  mail: "M3 5.5h18V19H3zm0 1 9 7 9-7",
  megaphone: "M4 9.5v5h3l9.5 5v-15L7 9.5zm4 5L9.5 20H12m7.5-10v4",
  menu: "M4 6h16M4 12h16M4 18h16",
  minus: "M5 12h14",
  more: "M5 12zm7-.01zm7-.01z",
  outbox: "M4 14v5.5h16V14h-5l-1 2h-4l-1-2zm8-2.5v-8M8.5 7 12 3.5 15.5 7",
  page: "M6 3.5h8L18.5 8v12.5H6zm8 0V8h4.5",
  palette:
    "M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 1.5-2-.7-1.5.2-2.5 1.5-2.5h2.5a3 3 0 0 0 3-3c0-5.5-4-9.5-8.5-9.5M7.5 12zM9.5 8zm5-.01z",
  pin: "M9 3.5h6l-1 6 3.5 4h-11l3.5-4zm3 10V21",
  plus: "M12 5v14M5 12h14",
  print: "M7 9V3.5h10V9M7 17H3.5V9h17v8H17M7 14h10v6.5H7z",
  receipt: "M5.5 3.5v17L7.7 19l2.1 1.5L12 19l2.2 1.5 2.1-1.5 2.2 1.5v-17zM9 8h6m-6 4h6",
  refresh: "M20 11A8 8 0 0 0 5.5 7.5l-2 2.5m.5 3a8 8 0 0 0 14.5 3.5l2-2.5m-17-9v5h5m12 9v-5h-5",
  right: "M9 6l6 6-6 6",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14m5-2 4.5 4.5",
  send: "m3.5 11.5 17-7.5-6 16.5L11 14zM11 14l4-4.5",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M10.3 3.5h3.4l.5 2.5 1.7 1 2.4-.9 1.7 3-1.9 1.7v2.4l1.9 1.7-1.7 3-2.4-.9-1.7 1-.5 2.5h-3.4L9.8 18l-1.7-1-2.4.9-1.7-3 1.9-1.7v-2.4L4 8.8l1.7-3 2.4.9 1.7-1z",
  shield: "M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6zM8.5 12l2.5 2.5L15.5 10",
  ship: "M3 14.5h18L18.5 20h-13zm3 0V9h12v5.5M10 9V5h4v4",
  shirt: "m8.5 4-5 3 2 4 2-1v10h9V10l2 1 2-4-5-3a3.5 3.5 0 0 1-7 0",
  shop: "M4.5 10.5v10h15v-10M3 8.5 5 4h14l2 4.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0m7 12V15h4v5.5",
  sign: "M4 18c3-7 5.5-12 8-12s-2 10-.5 10 2-3 3-3 .5 3 2 3 2-.5 3.5-1.5M4 21h16",
  sliders: "M4 7h9m4 0h3m-5-2v4M4 12h3m4 0h9M9 10v4m-5 3h9m4 0h3m-5-2v4",
  stamp: "M9.5 14C10 11 8 10 8 7.5a4 4 0 0 1 8 0c0 2.5-2 3.5-1.5 6.5m-10 0h15v3.5h-15zM6 20.5h12",
  star: "M12 3.5 14.6 9l5.9.8-4.3 4.2 1 6-5.2-2.8L6.8 20l1-6-4.3-4.2L9.4 9z",
  success: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m-4-8.5 2.7 2.5L16 9.5",
  swap: "M7 4 3.5 7.5 7 11M3.5 7.5H20M17 13l3.5 3.5L17 20m3.5-3.5H4",
  table: "M3.5 4.5h17v15h-17zm0 5h17m-17 5h17m-11-5v10",
  tag: "M3.5 3.5h8l9 9-8 8-9-9zM8 8z",
  target: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-4.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9m0-4.5z",
  trash: "M4 6.5h16m-11 0V4h6v2.5m-8.5 0 1 14h9l1-14m-7.5 4v6m4-6v6",
  truck:
    "M2.5 5.5H14v11H2.5zm11.5 4h4l3.5 3.5v3.5H14M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4m10.5 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  undo: "M8.5 4.5 4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11H9",
  upload: "M12 16V5M7.5 9 12 4.5 16.5 9M4 20h16",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0",
  users:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14a6.5 6.5 0 0 1 4 6",
  view: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6",
  wallet: "M3.5 6.5h15v-2h-13a2 2 0 0 0-2 2v12A1.5 1.5 0 0 0 5 20h15.5V8.5h-17m13 5.3z",
  warehouse: "M3 20.5V9l9-5 9 5v11.5m-14 0V12h10v8.5M7 16h10",
  warning: "M12 4 2.5 20h19zm0 6v4.5m0 2.7v.01",
} as const;
type DrawnIcon = keyof typeof ICONS;

const known = (name: string): name is DrawnIcon => Object.hasOwn(ICONS, name);

/** Path of an icon; a plain sheet for names that are none. */
export const iconPath = (name: string): string => ICONS[known(name) ? name : "page"];

/**
 * One icon, in the colour of the text around it. Decoration: the word stands beside it. Its path stands
 * in the page: one of another file would be fetched and painted after everything else, on every page.
 */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPath(name)} />
    </svg>
  );
}
