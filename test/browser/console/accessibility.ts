import { beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '#test/support/console/axe.ts';
import { consoleUrl, openAs, openSignedOut } from '#test/support/console/console-world.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { newSampleOrganization, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { commandsToRun } from '#test/models/run-counter.ts';
import { settle, type Visit, type VisitOptions } from '#test/support/console/visit.ts';

/** Every page with content, light, dark and narrow: axe finds nothing, nothing is wider than the screen. */

const narrow = { width: 320, height: 640 };
const usualLooks: Readonly<Record<string, VisitOptions>> = {
  light: { colorScheme: 'light' },
  'dark and narrow': { colorScheme: 'dark', viewport: narrow },
};
const furtherLooks: Readonly<Record<string, VisitOptions>> = {
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', viewport: narrow },
};
/** Each night takes every look. */
const looks = commandsToRun(1) > 1 ? { ...usualLooks, ...furtherLooks } : usualLooks;

const rows = await pageRows();
let organization: SampleOrganization;
beforeAll(async () => void (organization = await newSampleOrganization()), 120_000);

const wide = ({ page }: Visit): Promise<boolean> =>
  page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  ) as Promise<boolean>;

const found = async (visit: Visit): Promise<string[]> => [
  ...(await axeViolations(visit.page)),
  ...((await wide(visit)) ? ['the page is wider than the screen'] : []),
  ...visit.problems.splice(0),
];

describe.each(Object.keys(looks))('%s', (look) => {
  test('every page of an organization', async () => {
    const visit = await openAs(organization, 'owner', looks[look]);
    const violations: [string, string[]][] = [];
    for (const row of rows) {
      const path = pathOf(row, organization.parameters);
      await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/${path}`);
      await settle(visit);
      violations.push([path, await found(visit)]);
    }
    await visit.close();
    expect(violations.filter(([, each]) => each.length > 0)).toEqual([]);
  }, 120_000);

  test('the pages of who is not signed in', async () => {
    const visit = await openSignedOut(looks[look]);
    const violations: [string, string[]][] = [];
    for (const path of ['', 'invitation', 'device', 'shared#sgl_x', 'nothing']) {
      await visit.page.goto(`${consoleUrl()}/console/${path}`);
      await settle(visit);
      violations.push([path, await found(visit)]);
    }
    await visit.close();
    expect(violations.filter(([, each]) => each.length > 0)).toEqual([]);
  }, 60_000);
});
