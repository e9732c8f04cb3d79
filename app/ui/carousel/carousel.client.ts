/** Turns a carousel; stops for pointer, focus, the pause button, a hidden page and reduced motion. */
export function wakeCarousel(host: HTMLElement): void {
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
  const turn = () => {
    if (paused || document.hidden || host.matches(":hover,:focus-within")) return;
    const end = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1;
    list.scrollTo({ left: end ? 0 : list.scrollLeft + list.clientWidth });
  };
  let timer = 0;
  // Out of sight, as on a page that was left, nothing turns.
  new IntersectionObserver(([seen]) => {
    clearInterval(timer);
    if (seen?.isIntersecting) timer = window.setInterval(turn, Number(host.dataset.carousel));
  }).observe(host);
}
