import type { Browser } from 'playwright-core';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';

/** A picture of a page. */
export interface Screen {
  name: string;
  /** PNG. */
  picture: Buffer;
}

const style = `body { margin: 16px; font: 12px sans-serif; background: #888 }
  main { display: grid; grid-template-columns: repeat(4, 420px); gap: 16px; align-items: start }
  figure { margin: 0; background: #fff } figcaption { padding: 4px 8px } img { width: 420px; display: block }`;

/** Puts all pictures onto one page, four in a row, and takes its picture. */
export const contactSheet = async (browser: Browser, screens: readonly Screen[]): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: 1_776, height: 900 } });
  const figures = screens.map(
    ({ name, picture }) =>
      `<figure><figcaption>${escapeMarkup(name)}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  );
  await page.setContent(`<style>${style}</style><main>${figures.join('')}</main>`);
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
};
