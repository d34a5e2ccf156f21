/** Takes a picture of every page of the console, light, dark, narrow and as printed: `npm run console:screens`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  consoleUrl,
  consoleWorld,
  newConsoleOrganization,
  openAs,
  openSignedOut,
  startOwnConsoleWorld,
  stopConsoleWorld,
} from '#test/support/console/console-world.ts';
import { contactSheet, type Screen } from '#test/support/console/contact-sheet.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import { newSampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit, type VisitOptions } from '#test/support/console/visit.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

const folder = join(import.meta.dirname, '..', 'build', 'console-screens');
const looks: Readonly<Record<string, VisitOptions & { isPrinted?: boolean }>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 900 } },
  print: { colorScheme: 'light', isPrinted: true },
};

/** The views of a page that its address opens, beside the first. */
const views: Readonly<Record<string, readonly string[]>> = {
  billing: [
    'tab=usage',
    'tab=history',
    'tab=history&view=invoices',
    'tab=auto_recharge',
    'tab=packs',
    'change=plan&plan=Starter&interval=year',
  ],
  scan: ['tab=changes', 'tab=upgrades', 'tab=units', 'tab=evidence'],
  members: ['tab=invitations'],
  tokens: ['tab=trust'],
  webhooks: ['tab=integrations'],
  auditorPacks: ['tab=packs'],
  newScan: ['source=file'],
};

interface Place {
  name: string;
  path: string;
}

interface Owner {
  organizationId: string;
  parameters: Readonly<Record<string, string>>;
}

const placesOf = async ({ organizationId, parameters }: Owner): Promise<Place[]> =>
  (await pageRows()).flatMap((row) => {
    const path = `o/${organizationId}/${pathOf(row, parameters)}`;
    const further = (views[row.title] ?? []).map((view) => ({
      name: `${row.title} ${view}`,
      path: `${path}?${view}`,
    }));
    return [{ name: row.title, path }, ...further];
  });

/** Plots and amounts come once the browser has nothing else to do, so a short silence is not the end. */
const looksAtRest = 4;
const isDrawn = `new Promise((resolve) => requestIdleCallback(() =>
  resolve(document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null)))`;

/** Waits until nothing is loaded any more, what comes last included. */
const settleWhole = async (visit: Visit): Promise<void> => {
  await settle(visit);
  for (let seen = 0; seen < looksAtRest;) {
    await visit.page.waitForTimeout(100);
    const isAtRest = visit.underWay.size === 0 && (await visit.page.evaluate<boolean>(isDrawn));
    seen = isAtRest ? seen + 1 : 0;
  }
};

/** Takes the picture with a window as high as the page, so that what sticks to the window reaches to its end. */
const take = async (visit: Visit, { name, path }: Place, look: string): Promise<Screen> => {
  const { page } = visit;
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.goto(`${consoleUrl()}/console/${path}`);
  await settleWhole(visit);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  await settleWhole(visit);
  const picture = await page.screenshot();
  await page.setViewportSize(size);
  const file = `${`${name} ${look}`.replaceAll(/[^\w.-]+/g, '-')}.png`;
  writeFileSync(join(folder, file), picture);
  return { name, look, file, picture };
};

const takeAll = async (visit: Visit, places: readonly Place[], look: string): Promise<Screen[]> => {
  const screens: Screen[] = [];
  for (const place of places) screens.push(await take(visit, place, look));
  await visit.close();
  return screens;
};

/** Every page with content in every look, then what a new organization of the plan Free and a member see. */
const takeScreens = async (): Promise<Screen[]> => {
  const sample = await newSampleOrganization();
  const free = await newConsoleOrganization({ plan: 'Free', name: 'Small shop' });
  const places = await placesOf(sample);
  const screens: Screen[] = [];
  for (const [look, { isPrinted, ...options }] of Object.entries(looks)) {
    const visit = await openAs(sample, 'owner', options);
    if (isPrinted) await visit.page.emulateMedia({ media: 'print' });
    screens.push(...(await takeAll(visit, places, look)));
    if (!isPrinted)
      screens.push(...(await takeAll(await openSignedOut(options), [{ name: 'sign in', path: '' }], look)));
  }
  const firstViews = ({ name }: Place): boolean => !name.includes(' ');
  const empty = (await placesOf({ ...free, parameters: {} })).filter(firstViews);
  screens.push(...(await takeAll(await openAs(free, 'owner'), empty, 'new and Free')));
  screens.push(...(await takeAll(await openAs(sample, 'member'), places.filter(firstViews), 'member')));
  return screens;
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await startOwnConsoleWorld();
try {
  const screens = await takeScreens();
  const sheet = join(folder, 'contact-sheet.png');
  writeFileSync(sheet, await contactSheet(consoleWorld().browser, screens));
  console.log(`${screens.length} screens; all of them in ${sheet}`);
} finally {
  await stopConsoleWorld();
}
