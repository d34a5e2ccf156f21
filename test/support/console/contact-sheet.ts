import type { Browser } from 'playwright-core';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';

/** A picture of a page. */
export interface Screen {
  name: string;
  /** A column of the sheet, such as `dark`. */
  look: string;
  file: string;
  /** The picture as PNG. */
  picture: Buffer;
}

// Pictures are made smaller and never cut. Chromium takes no picture that is higher than 16,384 pixels.
const style = `body { margin: 16px; font: 12px sans-serif; background: #888 }
  table { border-collapse: separate; border-spacing: 8px } th { text-align: start; vertical-align: top }
  tbody th { inline-size: 120px; overflow-wrap: anywhere } td { inline-size: 300px; vertical-align: top }
  img { max-inline-size: 300px; max-block-size: 280px; display: block; background: #fff }`;

const cell = (screen: Screen | undefined): string =>
  screen === undefined
    ? '<td></td>'
    : `<td><img alt="${escapeMarkup(screen.file)}" src="data:image/png;base64,${screen.picture.toString('base64')}"></td>`;

/** Puts all pictures onto one page, a row for each page and a column for each look, and takes its picture. */
export const contactSheet = async (browser: Browser, screens: readonly Screen[]): Promise<Buffer> => {
  const looks = [...new Set(screens.map(({ look }) => look))];
  const rows = Map.groupBy(screens, ({ name }) => name);
  const head = looks.map((look) => `<th scope="col">${escapeMarkup(look)}</th>`).join('');
  const body = Array.from(rows, ([name, ofPage]) => {
    const cells = looks.map((look) => cell(ofPage.find((screen) => screen.look === look))).join('');
    return `<tr><th scope="row">${escapeMarkup(name)}</th>${cells}</tr>`;
  });
  const page = await browser.newPage({ viewport: { width: 2_060, height: 900 } });
  await page.setContent(
    `<style>${style}</style><table><thead><tr><th></th>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`,
  );
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
};
