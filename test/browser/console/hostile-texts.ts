import { beforeAll, expect, test } from 'vitest';
import { hostileTexts } from '#test/support/console/hostile-texts.ts';
import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import { moveTo } from '#test/support/console/move-to.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';

/** A name of a repository, person or payment is text: it runs nothing, loads nothing and links nowhere. */

const rows = await pageRows();
let organization: SampleOrganization;
beforeAll(async () => void (organization = await sampleToLookAt()), 120_000);

/** Fields whose values control a page; every other one is untrusted text. */
const isText = (name: string, value: string): boolean =>
  /(?:name|title|message|detail|summary|description|path|branch|reason|label|note|purl|url|link|email|version|help)$/i.test(
    name,
  ) && !/^\d{4}-\d\d-\d\dT/.test(value);

/** Puts a hostile text in place of each text in an answer. */
const poison = (value: unknown, text: () => string, name = ''): unknown => {
  if (typeof value === 'string') return isText(name, value) ? text() : value;
  if (Array.isArray(value)) return value.map((one) => poison(one, text, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poison(one, text, key)]));
};

const poisonAnswers = async ({ page }: Visit): Promise<void> => {
  let next = 0;
  const text = () => hostileTexts[next++ % hostileTexts.length] ?? '';
  await page.route(/\/(?:v1|billing)\//, async (route) => {
    const answer = await route.fetch();
    const isJson = (answer.headers()['content-type'] ?? '').includes('json') && answer.status() !== 204;
    if (!isJson || route.request().method() !== 'GET') return route.fulfill({ response: answer });
    await route.fulfill({ response: answer, json: poison(await answer.json(), text) });
  });
};

/** Elements that only a text could have made, and addresses that only a text could have named. */
const foreignElements = `[...document.querySelectorAll('img, iframe, object, embed, script:not([src^="/console/"]), base, form[action]')]
  .map((one) => one.outerHTML)
  .concat([...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => !/^https?:/.test(href)))
  .concat(globalThis.stolen ? ['a script ran'] : [])`;

test('hostile texts in every answer of the API are text on every page', async () => {
  const visit = await openAs(organization, 'owner');
  await poisonAnswers(visit);
  await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/you`);
  await settle(visit);
  const found: [string, unknown][] = [];
  for (const row of rows) {
    const path = pathOf(row, organization.parameters);
    await moveTo(visit, organization.organizationId, path);
    const foreign = (await visit.page.evaluate(foreignElements)) as string[];
    found.push([path, [...foreign, ...visit.problems.splice(0)]]);
  }
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
  await visit.close();
  expect(found.filter(([, problems]) => (problems as string[]).length > 0)).toEqual([]);
}, 120_000);
