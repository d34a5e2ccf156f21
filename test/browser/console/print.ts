import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  consoleUrl,
  newConsoleOrganization,
  openAs,
  type ConsoleOrganization,
} from '#test/support/console/console-world.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';

/** On paper there are all rows, and no controls. */

const pageSize = 100;
const pageCount = 3;

/** Makes three full pages of each list that is printed, out of its first entry. */
const manyRows = ({ page }: Visit, path: RegExp, entryAt: (at: number) => object) =>
  page.route(path, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: pageSize }, (_none, at) => entryAt(from * pageSize + at));
    await route.fulfill({ json: { items, nextCursor: from + 1 < pageCount ? String(from + 1) : null } });
  });

const entry = {
  pool: 'core',
  kind: 'debit',
  amount: -3,
  source: 'scan',
  sourceTrigger: 'manual',
  at: '2026-01-05T10:00:00.000Z',
};

const invoice = {
  status: 'paid',
  currency: 'usd',
  amountDue: 4_900,
  amountPaid: 4_900,
  createdAt: '2026-01-05T10:00:00.000Z',
};

/** Counts the rows at the moment when the dialog of the browser would open. */
const countAtPrint = `globalThis.print = () => {
  globalThis.printed = document.querySelectorAll('main tbody tr[aria-rowindex]').length;
};`;

const screenOnly = `[...document.querySelectorAll('nav, header:has(nav), main button:not(td *), main [role=tablist], a[href="#content"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.outerHTML.slice(0, 120))`;

describe('on paper', () => {
  let organization: SampleOrganization;
  let visit: Visit;
  beforeAll(async () => {
    organization = await sampleToLookAt();
    visit = await openAs(organization, 'owner');
    await visit.context.addInitScript(countAtPrint);
  }, 120_000);
  afterAll(() => visit?.close());

  const open = async (path: string): Promise<void> => {
    await visit.page.emulateMedia({ media: 'screen' });
    await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/${path}`);
    await settle(visit);
  };

  test('a scan has its verdict and every finding, and no buttons', async () => {
    await open(`scans/${organization.scanId}`);
    await visit.page.emulateMedia({ media: 'print' });
    expect(await visit.page.evaluate(screenOnly)).toEqual([]);
    expect(await visit.page.locator('main').innerText()).toContain('FAIL');
    expect(await visit.page.locator('main tbody tr[aria-rowindex]').count()).toBe(4);
    expect(visit.problems).toEqual([]);
  });

  test.each([
    {
      name: 'the ledger',
      view: 'ledger',
      path: /\/billing\/ledger\?/,
      entryAt: (at: number) => ({ ...entry, cause: `scan-${at}` }),
    },
    {
      name: 'the invoices',
      view: 'invoices',
      path: /\/billing\/invoices/,
      entryAt: (at: number) => ({ ...invoice, invoiceId: `in_${at}`, number: `N-${at}` }),
    },
  ])('$name: every row of every page', async ({ view, path, entryAt }) => {
    await manyRows(visit, path, entryAt);
    await open(`billing?tab=history&view=${view}`);
    await visit.page.getByRole('button', { name: 'Print all' }).click();
    const printed = () => visit.page.evaluate('globalThis.printed');
    await expect.poll(printed, { timeout: 10_000 }).toBe(pageSize * pageCount);
    await visit.page.emulateMedia({ media: 'print' });
    expect(await visit.page.evaluate(screenOnly)).toEqual([]);
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(visit.problems).toEqual([]);
  });
});

describe('the billing of a client organization', () => {
  let client: ConsoleOrganization;
  beforeAll(async () => {
    const parent = await newConsoleOrganization({ plan: 'Team', name: 'Parent' });
    client = await newConsoleOrganization({ plan: 'Team', name: 'Client', parent: parent.organizationId });
  });

  test.each(['', '?tab=plan', '?tab=usage'])('is its history only, at billing%s', async (query) => {
    const visit = await openAs(client, 'owner');
    await visit.page.goto(`${consoleUrl()}/console/o/${client.organizationId}/billing${query}`);
    await settle(visit);
    expect(await visit.page.getByRole('tab').allInnerTexts()).toEqual(['History']);
    // The meter beside the page requests its alert at its own time.
    const asked = visit.calls
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/billing/') && path !== '/billing/credits-alert');
    expect(new Set(asked)).toEqual(new Set(['/billing/status', '/billing/ledger']));
    expect(visit.problems).toEqual([]);
    await visit.close();
  });
});
