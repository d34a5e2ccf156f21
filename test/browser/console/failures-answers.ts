import { beforeAll, expect, test } from 'vitest';
import { isNightly } from '#test/support/runs/samples.ts';
import { futureBody, futures, unknownValue, type Future } from '#test/support/console/future-answers.ts';
import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import { moveTo } from '#test/support/console/move-to.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';

/** A service that is newer than the page: values that the page does not know, parts that are missing. */

const rows = await pageRows();
let organization: SampleOrganization;
beforeAll(async () => void (organization = await sampleToLookAt()), 120_000);

/** The signed-in person determines which pages there are. */
const sessionPath = '/v1/session';

const answerAs = async ({ page }: Visit, changes: readonly Future[]): Promise<void> => {
  await page.route(/\/(?:v1|billing)\//, async (route) => {
    const answer = await route.fetch();
    const isJson = /^application\/json\b/.test(answer.headers()['content-type'] ?? '');
    const path = new URL(route.request().url()).pathname;
    if (!isJson || path === sessionPath) return route.fulfill({ response: answer });
    const answered = { method: route.request().method(), path, status: answer.status() };
    const body: unknown = await answer.json();
    await route.fulfill({ response: answer, json: futureBody({ ...answered, body }, changes) });
  });
};

/** Each of these parameters is one that some page knows, and has a value that none knows. */
const unknownParameters = ['tab', 'verdict', 'severity', 'kind', 'status', 'change', 'pool', 'source', 'sort']
  .map((name) => `${name}=${unknownValue}`)
  .join('&');

/** `npm test` meets a service that differs in each way at once; each night meets every difference alone. */
const services: readonly (readonly Future[])[] = isNightly ? futures.map((each) => [each]) : [futures];

test.each(services.map((each) => [each.join(' and '), each] as const))(
  'every page works with answers of a later service, %s, and with unknown values in its URL',
  async (_name, changes) => {
    const visit = await openAs(organization, 'owner');
    await answerAs(visit, changes);
    await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
    await settle(visit);
    const found: [string, string[]][] = [];
    for (const row of rows) {
      const path = pathOf(row, organization.parameters);
      await moveTo(visit, organization.organizationId, `${path}?${unknownParameters}`);
      const alerts = await visit.page.getByText(/page failed|needs a network|new version/).allInnerTexts();
      found.push([path, [...alerts, ...visit.problems.splice(0)]]);
    }
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.close();
    expect(found.filter(([, problems]) => problems.length > 0)).toEqual([]);
  },
  60_000,
);
