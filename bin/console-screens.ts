/** Takes a picture of every page of the console, light, dark, narrow and as printed: `npm run console:screens`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  consoleUrl,
  consoleWorld,
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

const take = async (visit: Visit, path: string, name: string): Promise<Screen> => {
  await visit.page.goto(`${consoleUrl()}/console/${path}`);
  await settle(visit);
  const picture = await visit.page.screenshot({ fullPage: true });
  writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`), picture);
  return { name, picture };
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await startOwnConsoleWorld();
try {
  const organization = await newSampleOrganization();
  const rows = await pageRows();
  const screens: Screen[] = [];
  for (const [look, { isPrinted, ...options }] of Object.entries(looks)) {
    const [signedIn, signedOut] = [
      await openAs(organization, 'owner', options),
      await openSignedOut(options),
    ];
    if (isPrinted) await signedIn.page.emulateMedia({ media: 'print' });
    for (const row of rows) {
      const path = `o/${organization.organizationId}/${pathOf(row, organization.parameters)}`;
      screens.push(await take(signedIn, path, `${row.title} ${look}`));
    }
    if (!isPrinted) screens.push(await take(signedOut, '', `sign in ${look}`));
    await Promise.all([signedIn.close(), signedOut.close()]);
  }
  const sheet = join(folder, 'contact-sheet.png');
  writeFileSync(sheet, await contactSheet(consoleWorld().browser, screens));
  console.log(`${screens.length} screens; all of them in ${sheet}`);
} finally {
  await stopConsoleWorld();
}
