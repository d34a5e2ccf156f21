import { beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl, consoleWorld, openAs } from '#test/support/console/console-world.ts';
import { moveTo } from '#test/support/console/move-to.ts';
import { pageFlaws } from '#test/support/console/visual-checks/page-flaws.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type VisitOptions } from '#test/support/console/visit.ts';
import { isNightly, isSampled } from '#test/support/runs/samples.ts';

/** Texts that are 40 % longer stay readable. `npm test` tests a quarter of the pages, each night all. */

const narrow = { width: 320, height: 640 };

/** The narrow screen cuts texts sooner, so the wide one is tested each night. */
const looks: Readonly<Record<string, VisitOptions>> = {
  'on a narrow screen': { viewport: narrow },
  ...(isNightly && { 'on a wide screen': {} }),
};

const flawedPage = `<p style="width: 3000px">a wide line</p>
  <p style="width: 40px; overflow: hidden; white-space: nowrap">some words that are cut</p>
  <p style="width: 40px; overflow: hidden; white-space: nowrap"><bdi>a name that may be cut</bdi></p>
  <p>one word</p><p style="margin-top: -34px">another word</p>
  <i style="transition: color 300ms">moving</i>`;

const rows = await pageRows();

describe('every page is fully readable', () => {
  let organization: SampleOrganization;
  beforeAll(async () => void (organization = await sampleToLookAt()), 120_000);

  test.each(Object.keys(looks))(
    'with longer texts %s',
    async (name) => {
      const visit = await openAs(organization, 'owner', looks[name]);
      await visit.context.addInitScript(`localStorage.setItem('scangate:pseudo-locale', 'on')`);
      await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
      await settle(visit);
      const found: [string, string[]][] = [];
      for (const [index, row] of rows.entries()) {
        if (!isSampled(index, 4)) continue;
        const path = pathOf(row, organization.parameters);
        await moveTo(visit, organization.organizationId, path);
        found.push([path, [...(await pageFlaws(visit.page)), ...visit.problems.splice(0)]]);
      }
      await visit.close();
      expect(found.filter(([, flaws]) => flaws.length > 0)).toEqual([]);
    },
    120_000,
  );

  test('and a page with flaws is distinguished from one without', async () => {
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
