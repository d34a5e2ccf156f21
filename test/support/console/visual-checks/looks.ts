import type { CDPSession } from 'playwright-core';
import { isNightly } from '#test/support/runs/samples.ts';
import type { Visit } from '../visit.ts';

/** A look of a page: the size of the screen and of the texts, and the settings of the system. */
export interface Look {
  name: string;
  width: number;
  colors: 'light' | 'dark' | 'forced';
  /** Whether the texts have twice their size. */
  isLarge?: boolean;
  /** Whether axe checks, too: it checks contrast, names and roles, but no sizes. */
  hasAxe: boolean;
}

const wide = 1280;
const narrow = 320;

const usualLooks: readonly Look[] = [
  { name: 'light', width: wide, colors: 'light', hasAxe: true },
  { name: 'texts of twice the size', width: wide, colors: 'light', isLarge: true, hasAxe: false },
  { name: 'colors of the system, with motion', width: wide, colors: 'forced', hasAxe: false },
  { name: 'dark and narrow', width: narrow, colors: 'dark', hasAxe: true },
];

const furtherLooks: readonly Look[] = [
  { name: 'dark', width: wide, colors: 'dark', hasAxe: true },
  { name: 'narrow', width: narrow, colors: 'light', hasAxe: true },
];

/** The looks of a page with content. Each night tests all. */
export const looks = isNightly ? [...usualLooks, ...furtherLooks] : usualLooks;

/** The looks that axe checks, all of them. */
export const axeLooks = [...usualLooks, ...furtherLooks].filter(({ hasAxe }) => hasAxe);

/** Shows the open page in one look after the other. */
export type Mirror = (look: Look) => Promise<void>;

const fontSizes = { usual: { standard: 16, fixed: 13 }, large: { standard: 32, fixed: 26 } };

/** As the settings of the browser do it: media queries know of it too. */
const setFontSizes = async ({ page }: Visit, session: CDPSession, isLarge: boolean): Promise<void> => {
  const sizes = fontSizes[isLarge ? 'large' : 'usual'];
  await session.send('Page.setFontSizes', { fontSizes: sizes });
  await page.evaluate(`new Promise((done) => {
    const look = () => getComputedStyle(document.documentElement).fontSize === '${sizes.standard}px'
      ? done()
      : requestAnimationFrame(look);
    look();
  })`);
};

/** Begins to look at the pages of a window. @returns what changes the look. */
export const mirrorOf = async (visit: Visit): Promise<Mirror> => {
  const { page, context } = visit;
  const session = await context.newCDPSession(page);
  return async ({ width, colors, isLarge = false }) => {
    const isForced = colors === 'forced';
    await page.emulateMedia({
      colorScheme: isForced ? 'light' : colors,
      forcedColors: isForced ? 'active' : 'none',
      reducedMotion: isForced ? 'no-preference' : 'reduce',
    });
    await page.setViewportSize({ width, height: width === wide ? 900 : 640 });
    await setFontSizes(visit, session, isLarge);
  };
};
