import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createWaiver } from '#app/waivers/create-waiver.ts';
import { remindWaivers } from '#app/waivers/remind-waivers.ts';
import { renderMail } from '@scangate/domain/mail/render-mail';
import { log } from '#runtime/log.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(noon.getTime() + days * day);

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  store = new MemoryStore();
  organization = await newOrganization(store);
});

const waive = async (days: number, role: 'admin' | 'member' = 'admin') => {
  const request = {
    match: { rule: 'private-key', path: '/docs/' },
    reason: 'a sample',
    expiresAt: inDays(days).toISOString(),
  };
  const creation = { caller: organization.as(role), request, idempotency: undefined };
  return (await createWaiver(creation, { store, ids: testIds }, noon)).body.waiverId;
};
const remind = (now: Date) =>
  remindWaivers({ store, log } as never, { now, signal: new AbortController().signal } as never);
const mails = () => store.all('mail').filter(({ kind }) => kind === 'waivers_expiring');

test('a waiver is announced once, from a week before it expires', async () => {
  await waive(10);
  await remind(inDays(2));
  expect(mails()).toEqual([]);
  await remind(inDays(3));
  expect(mails()).toMatchObject([
    { accountId: organization.organizationId, facts: { waivers: 1, firstAt: inDays(10).toISOString() } },
  ]);
  for (const days of [3, 4, 5]) await remind(inDays(days));
  expect(mails()).toHaveLength(1);
});

test('requested and withdrawn waivers, and those that expired already, are not announced', async () => {
  await waive(5, 'member');
  await waive(1);
  await remind(inDays(2));
  expect(mails()).toEqual([]);
});

test('150 waivers are announced by two mails, and each once', async () => {
  for (let n = 0; n < 150; n++) await waive(5);
  await remind(noon);
  expect(
    mails()
      .map(({ facts }) => facts['waivers'])
      .toSorted(),
  ).toEqual([51, 99]);
  expect(store.all('waiverSlot').every(({ noticedAt }) => noticedAt === noon.toISOString())).toBe(true);
});

test('a run that dies at any point is completed by the next, and nobody is notified twice', async () => {
  for (const survived of [0, 1, 2, 3]) {
    store = new MemoryStore();
    organization = await newOrganization(store);
    for (let n = 0; n < 150; n++) await waive(5);
    const commit = store.commit.bind(store);
    let commits = 0;
    store.commit = async (changes) => {
      if (commits++ === survived) throw new Error('the process died');
      return commit(changes);
    };
    await remind(noon);
    store.commit = commit;
    await remind(new Date(noon.getTime() + 3_600_000));
    expect(
      mails()
        .map(({ facts }) => facts['waivers'])
        .toSorted(),
    ).toEqual([51, 99]);
  }
});

test('the mail says what expires and when', async () => {
  await waive(5);
  await remind(noon);
  const [mail] = mails();
  if (!mail) throw new Error('there is a mail');
  const { subject, text } = renderMail({ ...mail, kind: 'waivers_expiring' }, 'Acme');
  expect(subject).toBe('Acme: waivers expire within a week');
  expect(text).toContain('1 waivers expire within a week, the first on 2026-03-15.');
  expect(text).toContain('The first covers rule private-key, path /docs/.');
});
