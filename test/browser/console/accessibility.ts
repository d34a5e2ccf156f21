import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '#test/support/console/visual-checks/axe.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { consoleUrl, openAs, openSignedOut } from '#test/support/console/console-world.ts';
import { buildGallery, type GalleryFiles } from '#test/support/console/gallery-files.ts';
import { begin, moveTo } from '#test/support/console/move-to.ts';
import { pageFlaws } from '#test/support/console/visual-checks/page-flaws.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import {
  axeLooks,
  looks,
  mirrorOf,
  type Look,
  type Mirror,
} from '#test/support/console/visual-checks/looks.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';

/**
 * Every page with content and every state, in every look: axe finds nothing, and no text is cut. `npm test`
 * tests one look of each page, two for signed-out pages and for the parts, and an eighth of the refusals;
 * each night tests all.
 */

const rows = await pageRows();
const galleryPath = 'gallery';
let organization: SampleOrganization;

/** The client asks again after a short time, and not after a long one. */
const refusal = {
  status: 503,
  headers: { 'Retry-After': '3600', 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ code: 'temporarily_unavailable', title: 'Try again later', requestId: 'r-1' }),
};

type Found = [place: string, flaws: string[]];

const flawed = (found: readonly Found[]): Found[] => found.filter(([, flaws]) => flaws.length > 0);

const flawsOf = async (visit: Visit, part?: string): Promise<string[]> => [
  ...(await axeViolations(visit.page, part)),
  ...(await pageFlaws(visit.page)),
  ...visit.problems.splice(0),
];

/** Fields and buttons that only their color sets off, which the system takes away. */
const unframed = `[...document.querySelectorAll('main input:not([type=file]), main textarea, main [role=combobox]')]
  .filter((one) => one.checkVisibility({ opacityProperty: true }) && one.getBoundingClientRect().width > 2)
  .filter((one) => getComputedStyle(one).borderStyle === 'none' && getComputedStyle(one).appearance === 'none')
  .map((one) => 'no frame: ' + one.outerHTML.slice(0, 120))`;

const flawsIn = async (visit: Visit, { colors, hasAxe }: Look): Promise<string[]> => {
  const isForced = colors === 'forced';
  return [
    ...(hasAxe ? await axeViolations(visit.page) : []),
    ...(await pageFlaws(visit.page, isForced ? 'usual' : 'reduced')),
    ...(isForced ? await visit.page.evaluate<string[]>(unframed) : []),
    ...visit.problems.splice(0),
  ];
};

/** The looks of a page: all each night, one of several in `npm test`. */
const looksOf = (page: number, oneOf: number): Look[] =>
  looks.filter((_look, at) => isSampled(page + at, oneOf));

/** Checks the open page in each of these looks. */
const flawsInEach = async (
  { visit, mirror }: { visit: Visit; mirror: Mirror },
  path: string,
  ways: readonly Look[],
): Promise<Found[]> => {
  const found: Found[] = [];
  for (const look of ways) {
    await mirror(look);
    // The gallery has parts that never finish loading.
    if (path !== galleryPath) await settle(visit);
    found.push([`${path} ${look.name}`, await flawsIn(visit, look)]);
  }
  return found;
};

describe('accessibility', () => {
  let gallery: GalleryFiles;
  beforeAll(async () => {
    [organization, gallery] = await Promise.all([sampleToLookAt(), buildGallery()]);
  }, 120_000);
  afterAll(() => gallery?.remove());

  const openPage = async (path: string): Promise<Visit> => {
    const visit = await openAs(organization, 'owner');
    await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/${path}`);
    await settle(visit);
    return visit;
  };

  test.concurrent('every page of an organization, in its themes and sizes', async () => {
    const visit = await openPage('you');
    const mirror = await mirrorOf(visit);
    const found: Found[] = [];
    for (const [index, row] of rows.entries()) {
      const path = pathOf(row, organization.parameters);
      const ways = looksOf(index, 4);
      await moveTo(visit, organization.organizationId, path);
      found.push(...(await flawsInEach({ visit, mirror }, path, ways)));
    }
    await visit.close();
    expect(flawed(found)).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(rows.length);
  }, 180_000);

  test.concurrent('the pages of visitors who are not signed in, in their themes and sizes', async () => {
    const visit = await openSignedOut();
    const mirror = await mirrorOf(visit);
    const found: Found[] = [];
    for (const [index, path] of ['', 'invitation', 'device', 'shared#sgl_x', 'nothing'].entries()) {
      await visit.page.goto(`${consoleUrl()}/console/${path}`);
      await settle(visit);
      found.push(...(await flawsInEach({ visit, mirror }, path, looksOf(index, 2))));
    }
    await visit.close();
    expect(flawed(found)).toEqual([]);
  }, 60_000);

  test.concurrent('every part in every state, light, dark and narrow', async () => {
    const visit = await openSignedOut();
    await gallery.serveIn(visit.context);
    await visit.page.goto(`${consoleUrl()}/console/${galleryPath}`);
    await visit.page.locator('h1').waitFor();
    const mirror = await mirrorOf(visit);
    const ways = axeLooks.filter((_look, at) => isSampled(at, 2));
    const found = await flawsInEach({ visit, mirror }, galleryPath, ways);
    await visit.close();
    expect(flawed(found)).toEqual([]);
  }, 60_000);

  test.concurrent('every page while its requests are pending, and after they are refused', async () => {
    const visit = await openPage('you');
    const held: (() => void)[] = [];
    let isHeld = true;
    await visit.page.route(/\/(?:v1|billing)\//, async (route) => {
      if (isHeld) await new Promise<void>((release) => void held.push(release));
      await route.fulfill(refusal);
    });
    const found: Found[] = [];
    for (const [index, row] of rows.entries()) {
      if (!isSampled(index, 8)) continue;
      const path = pathOf(row, organization.parameters);
      isHeld = true;
      await begin(visit, organization.organizationId, path);
      if (visit.underWay.size > 0) found.push([`${path} loading`, await flawsOf(visit, 'main')]);
      isHeld = false;
      for (const release of held.splice(0)) release();
      await settle(visit);
      found.push([`${path} refused`, await flawsOf(visit, 'main')]);
    }
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.close();
    expect(flawed(found)).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(Math.floor(rows.length / 8));
  }, 120_000);
});
