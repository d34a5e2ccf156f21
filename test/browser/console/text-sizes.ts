import { beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl, consoleWorld, openAs } from '#test/support/console/console-world.ts';
import { moveTo } from '#test/support/console/move-to.ts';
import { pageFlaws } from '#test/support/console/page-flaws.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit, type VisitOptions } from '#test/support/console/visit.ts';
import { isNightly } from '#test/models/run-counter.ts';

/** Texts of twice the size, words that are 40 % longer and colors of the system: everything stays readable. */

interface Look extends VisitOptions {
  /** Prepares a window before its first page. */
  prepare?: (visit: Visit) => Promise<unknown>;
}

const wide = { width: 1280, height: 900 };
const narrow = { width: 320, height: 640 };

/** As the settings of the browser do it: media queries know of it too. */
const doubleText = async ({ page, context }: Visit): Promise<void> => {
  const session = await context.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
};

const longerWords = ({ context }: Visit) =>
  context.addInitScript(`localStorage.setItem('scangate:pseudo-locale', 'on')`);

/** The narrow screen cuts words sooner, so the wide one is looked at each night. */
const looks: Readonly<Record<string, Look>> = {
  'texts of twice the size': { prepare: doubleText, viewport: wide },
  ...(isNightly && { 'longer words': { prepare: longerWords, viewport: wide } }),
  'longer words on a narrow screen': { prepare: longerWords, viewport: narrow },
  'colors of the system, with motion': { forcedColors: 'active', reducedMotion: 'no-preference' },
};

/** Fields and buttons that only their color sets off, which the system takes away. */
const unframed = `[...document.querySelectorAll('main input:not([type=file]), main textarea, main [role=combobox]')]
  .filter((one) => one.checkVisibility({ opacityProperty: true }) && one.getBoundingClientRect().width > 2)
  .filter((one) => getComputedStyle(one).borderStyle === 'none' && getComputedStyle(one).appearance === 'none')
  .map((one) => 'no frame: ' + one.outerHTML.slice(0, 120))`;

const flawedPage = `<p style="width: 3000px">a wide line</p>
  <p style="width: 40px; overflow: hidden; white-space: nowrap">some words that are cut</p>
  <p style="width: 40px; overflow: hidden; white-space: nowrap"><bdi>a name that may be cut</bdi></p>
  <p>one word</p><p style="margin-top: -34px">another word</p>
  <i style="transition: color 300ms">moving</i>`;

const rows = await pageRows();

describe('every page is read whole', () => {
  let organization: SampleOrganization;
  beforeAll(async () => void (organization = await sampleToLookAt()), 120_000);

  test.concurrent.each(Object.keys(looks))(
    'with %s',
    async (name) => {
      const { prepare, ...options } = looks[name] ?? {};
      const motion = options.reducedMotion === undefined ? 'reduced' : 'usual';
      const visit = await openAs(organization, 'owner', options);
      await prepare?.(visit);
      await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
      await settle(visit);
      const found: [string, string[]][] = [];
      for (const row of rows) {
        const path = pathOf(row, organization.parameters);
        await moveTo(visit, organization.organizationId, path);
        const frames = options.forcedColors ? await visit.page.evaluate<string[]>(unframed) : [];
        found.push([
          path,
          [...(await pageFlaws(visit.page, motion)), ...frames, ...visit.problems.splice(0)],
        ]);
      }
      await visit.close();
      expect(found.filter(([, flaws]) => flaws.length > 0)).toEqual([]);
    },
    120_000,
  );

  test('and a page with flaws is told from one without', async () => {
    const page = await consoleWorld().browser.newPage();
    await page.setContent(flawedPage);
    expect(await pageFlaws(page)).toEqual([
      'the page is wider than the screen',
      'cut: some words that are cut',
      'overlap: one word / another word',
      expect.stringMatching(/^moves for 300 ms: <i/),
    ]);
    await page.close();
  });
});
