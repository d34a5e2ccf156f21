import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '#test/support/console/axe.ts';
import { consoleUrl, openAs, openSignedOut } from '#test/support/console/console-world.ts';
import { buildGallery, type GalleryFiles } from '#test/support/console/gallery-files.ts';
import { begin, moveTo } from '#test/support/console/move-to.ts';
import { pageFlaws } from '#test/support/console/page-flaws.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { sampleToLookAt, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { isNightly } from '#test/models/run-counter.ts';
import { settle, type Visit, type VisitOptions } from '#test/support/console/visit.ts';

/** Every page with content and every state, light, dark and narrow: axe finds nothing, and no text is cut. */

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
const looks = isNightly ? { ...usualLooks, ...furtherLooks } : usualLooks;

const rows = await pageRows();
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

describe('accessibility', () => {
  let gallery: GalleryFiles;
  beforeAll(async () => {
    [organization, gallery] = await Promise.all([sampleToLookAt(), buildGallery()]);
  }, 120_000);
  afterAll(() => gallery?.remove());

  const openPage = async (path: string, options: VisitOptions = {}): Promise<Visit> => {
    const visit = await openAs(organization, 'owner', options);
    await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/${path}`);
    await settle(visit);
    return visit;
  };

  test.concurrent.each(Object.keys(looks))(
    'every page of an organization, %s',
    async (look) => {
      const visit = await openPage('you', looks[look]);
      const found: Found[] = [];
      for (const row of rows) {
        const path = pathOf(row, organization.parameters);
        await moveTo(visit, organization.organizationId, path);
        found.push([path, await flawsOf(visit)]);
      }
      await visit.close();
      expect(flawed(found)).toEqual([]);
    },
    120_000,
  );

  test.concurrent.each(Object.keys(looks))(
    'the pages of who is not signed in, %s',
    async (look) => {
      const visit = await openSignedOut(looks[look]);
      const found: Found[] = [];
      for (const path of ['', 'invitation', 'device', 'shared#sgl_x', 'nothing']) {
        await visit.page.goto(`${consoleUrl()}/console/${path}`);
        await settle(visit);
        found.push([path, await flawsOf(visit)]);
      }
      await visit.close();
      expect(flawed(found)).toEqual([]);
    },
    60_000,
  );

  test.concurrent('every part in every state, light, dark and narrow', async () => {
    const visit = await openSignedOut();
    await gallery.serveIn(visit.context);
    await visit.page.goto(`${consoleUrl()}/console/gallery`);
    await visit.page.locator('h1').waitFor();
    const found: Found[] = [];
    for (const [look, { colorScheme, viewport }] of Object.entries({ ...usualLooks, ...furtherLooks })) {
      await visit.page.emulateMedia({ colorScheme: colorScheme ?? null });
      await visit.page.setViewportSize(viewport ?? { width: 1280, height: 900 });
      found.push([look, await flawsOf(visit)]);
    }
    await visit.close();
    expect(flawed(found)).toEqual([]);
  }, 60_000);

  test.concurrent('every page while its answers are on their way, and after they are refused', async () => {
    const visit = await openPage('you');
    const held: (() => void)[] = [];
    let isHeld = true;
    await visit.page.route(/\/(?:v1|billing)\//, async (route) => {
      if (isHeld) await new Promise<void>((release) => void held.push(release));
      await route.fulfill(refusal);
    });
    const found: Found[] = [];
    for (const row of rows) {
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
    expect(found.length).toBeGreaterThan(rows.length);
  }, 120_000);
});
