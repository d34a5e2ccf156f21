import type { Page } from 'playwright-core';

/**
 * Runs in the page. A text that a repository or a person gave stands in a `bdi`, and is made to be cut; words of the
 * console are not.
 */
const findFlaws = `(mostMs) => {
  const flaws = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) flaws.push('the page is wider than the screen');
  const words = (node) => node.textContent.trim().slice(0, 60);
  const isClipping = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element.closest('svg, .visually-hidden, script, style, noscript')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    let isScrolled = false;
    let isApart = false;
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (['fixed', 'sticky'].includes(style.position) || style.clipPath !== 'none') isApart = true;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = around.getBoundingClientRect();
      const isCut = lines.some((line) =>
        (isClipping(style.overflowX) && (line.left < edge.left - 1 || line.right > edge.right + 1)) ||
        (isClipping(style.overflowY) && (line.top < edge.top - 3 || line.bottom > edge.bottom + 3)));
      if (isCut && !isScrolled && !element.closest('bdi')) flaws.push('cut: ' + words(node));
      if (!isClipping(style.overflowX) || !isClipping(style.overflowY)) isScrolled = true;
      for (const line of lines) {
        line.left = Math.max(line.left, edge.left);
        line.right = Math.min(line.right, edge.right);
        line.top = Math.max(line.top, edge.top);
        line.bottom = Math.min(line.bottom, edge.bottom);
      }
    }
    if (!isApart) texts.push(...lines.map((box) => ({ node, box })));
  }
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1))
      if (one.node.parentElement !== other.node.parentElement && overlaps(one.box, other.box))
        flaws.push('overlap: ' + words(one.node) + ' / ' + words(other.node));
  const milliseconds = (list) => Math.max(...list.split(', ').map((one) => parseFloat(one) * 1000));
  for (const element of document.querySelectorAll('body *')) {
    const { transitionDuration, animationDuration } = getComputedStyle(element);
    const longest = Math.max(milliseconds(transitionDuration), milliseconds(animationDuration));
    if (longest > mostMs) flaws.push('moves for ' + longest + ' ms: ' + element.outerHTML.slice(0, 80));
  }
  return flaws;
}`;

/** Nothing moves for people who prefer reduced motion; for others it ends soon. */
const longestMotionMs = { reduced: 1, usual: 150 };

/** Lists what is wider than the screen, cut, drawn over something else, or moves too long. */
export const pageFlaws = async (page: Page, motion: 'reduced' | 'usual' = 'reduced'): Promise<string[]> =>
  page.evaluate<string[]>(`(${findFlaws})(${longestMotionMs[motion]})`);
