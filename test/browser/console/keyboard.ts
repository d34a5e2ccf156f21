import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl, consoleWorld, openSignedOut } from '#test/support/console/console-world.ts';
import { keyboardOf, type Keyboard } from '#test/support/console/keyboard.ts';
import { newSampleOrganization, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';

/** A person without a mouse goes from the sign-in to a saved waiver, and the focus is never lost. */

/** Records what a mouse or a finger would do. */
const watchPointers = `addEventListener('pointerdown', () => { globalThis.pointers = 1; }, true);
addEventListener('mousedown', () => { globalThis.pointers = 1; }, true);`;

describe('with the keyboard only', () => {
  let organization: SampleOrganization;
  let visit: Visit;
  let keys: Keyboard;
  beforeAll(async () => {
    organization = await newSampleOrganization();
    const path = `/_local/organizations/${organization.organizationId}/demo-people`;
    await consoleWorld().cloud.ask('POST', path);
    visit = await openSignedOut();
    visit.page.setDefaultTimeout(10_000);
    await visit.context.addInitScript(watchPointers);
    keys = keyboardOf(visit.page);
    await visit.page.goto(`${consoleUrl()}/console/`);
    await settle(visit);
  }, 120_000);
  afterAll(() => visit?.close());

  const dialog = () => visit.page.getByRole('dialog');
  const option = (name: RegExp) => dialog().getByRole('option', { name });
  const isShown = (url: RegExp) => visit.page.waitForURL(url);
  const goTo = async (text: string, name: RegExp): Promise<void> => {
    await keys.press('Control+k');
    await keys.arriveAt(/^combobox: Search/);
    await keys.type(text);
    await option(name).first().waitFor();
    const options = await dialog().getByRole('option').allInnerTexts();
    const at = options.findIndex((one) => name.test(one));
    await keys.press(...Array.from({ length: at }, () => 'ArrowDown'), 'Enter');
  };

  test('signs in, and skips to the content', async () => {
    await keys.tabTo('Sign in as Demo owner');
    await visit.page.keyboard.press('Enter');
    await isShown(/\/console\/o\//);
    await settle(visit);
    await keys.tabTo('Skip to content');
    await keys.press('Enter');
    expect(await keys.arriveAt(/^main: /)).toMatch(/^main: /);
  });

  test('lists the keys by ?, and returns from there', async () => {
    await keys.press('?');
    await dialog().getByText('Search and jump').waitFor();
    await keys.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await keys.arriveAt(/^(?:main|a|button|group): /)).not.toBe('nothing');
  });

  test('reaches pages, repositories, commits, packages and actions from one field', async () => {
    await goTo('wai', /^Waivers/);
    await keys.arriveAt('Waivers');
    await goTo('shop', /acme\/shop/);
    await isShown(new RegExp(`/repositories/${organization.repositoryId}`));
    await keys.arriveAt(/^h1: /);
    await goTo('0123abcdef', /0123abcdef/);
    await isShown(/\/scans\?commit=0123abcdef/);
    await keys.arriveAt('Scans');
    await goTo('pkg:npm/minimist@1.2.0', /minimist/);
    await isShown(/\/inventory\?/);
    await keys.arriveAt('Inventory');
    await goTo('connect', /^Connect/);
    await keys.arriveAt(/^h1: Connect/);
    await keys.press('Control+k', 'Escape');
    expect(await keys.arriveAt(/^h1: Connect/)).toMatch(/^h1: Connect/);
  });

  test('moves by single keys between pages and rows, to the finding of a scan', async () => {
    await keys.press('g', 's');
    await keys.arriveAt('Scans');
    await settle(visit);
    await keys.press('j', 'Enter');
    await isShown(new RegExp(`/scans/${organization.scanId}`));
    await keys.arriveAt(/^h1: /);
    await settle(visit);
    await keys.tabTo(/^button: Prototype pollution/);
    await keys.press('Enter');
    expect(await keys.arriveAt(/^h2: Prototype pollution/)).toMatch(/^h2: Prototype pollution/);
  });

  test('waives the finding, and finds the waiver in the list', async () => {
    await keys.tabTo('Waive');
    await keys.press('Enter');
    await keys.tabTo(/: Reason/);
    await keys.type('No input of a person reaches it.');
    await keys.tabTo('Waive');
    await keys.press('Enter');
    await dialog().getByRole('heading', { name: 'Waived' }).waitFor();
    await keys.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await settle(visit);
    await keys.arriveAt(/./);
    await keys.press('g', 'w');
    expect(await keys.arriveAt('Waivers')).toBe('h1: Waivers');
    await visit.page.getByRole('row', { name: /No input of a person reaches it/ }).waitFor();
  });

  test('turns single keys off', async () => {
    await goTo('you', /^You/);
    await keys.arriveAt('You');
    await keys.tabTo(/^(?:checkbox|input): Single-key shortcuts/);
    await keys.press('Space', 'g', 's');
    expect(new URL(visit.page.url()).pathname).toMatch(/\/you$/);
    await keys.press('?');
    expect(await dialog().count()).toBe(0);
    await goTo('scans', /^Scans/);
    await keys.arriveAt('Scans');
  });

  test('uses no pointer, and causes no error', async () => {
    expect(await visit.page.evaluate('globalThis.pointers')).toBeUndefined();
    const own = visit.problems.filter((problem) => !problem.includes('/oidc/'));
    expect(own).toEqual([]);
  });
});
