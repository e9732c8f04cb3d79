/** Turns a carousel; stops for pointer, focus, the pause button, a hidden page and reduced motion. */
export function enhanceCarousel(host: HTMLElement): void {
  const list = host.querySelector("ul");
  const button = host.querySelector("button");
  if (!list || !button) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let paused = calm.matches;
  const show = () => {
    button.textContent = paused ? "播放" : "暂停";
    button.ariaPressed = String(paused);
  };
  button.onclick = () => {
    paused = !paused;
    show();
  };
  show();
  setInterval(() => {
    if (paused || document.hidden || host.matches(":hover,:focus-within")) return;
    const end = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
    list.scrollTo({ left: end ? 0 : list.scrollLeft + list.clientWidth });
  }, Number(host.dataset.carousel));
}
