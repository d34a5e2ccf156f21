import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { checkDomains } from '#app/identity/sso/check-domains.ts';
import { Transient } from '@scangate/domain/problem';
import { addMs, dayMs } from '@scangate/domain/instant';
import { newOrganization, noon, write } from '#test/support/world.ts';

const log = { debug() {}, info() {}, warn() {}, error() {}, metric() {} };
const name = '_scangate.example.com';

const setUp = async () => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store);
  const at = noon.toISOString();
  await write(store, [
    {
      change: 'insert',
      record: 'organizationDomain',
      item: { organizationId, domain: 'example.com', verification: 'v', createdAt: at, verifiedAt: at },
    },
    {
      change: 'insert',
      record: 'organizationDomain',
      item: { organizationId, domain: 'pending.example', verification: 'w', createdAt: at },
    },
    {
      change: 'insert',
      record: 'domainClaim',
      item: { domain: 'example.com', organizationId, claimedAt: at },
    },
  ]);
  const asked: string[] = [];
  let answer: () => string[] = () => [];
  const txtRecords = {
    lookUp: async (asks: string) => {
      asked.push(asks);
      return answer();
    },
  };
  const check = (day: number) =>
    checkDomains(
      { store, txtRecords, log },
      { now: new Date(addMs(noon, day * dayMs)), signal: new AbortController().signal },
    );
  const domain = () => store.get('organizationDomain', { organizationId, domain: 'example.com' });
  const claim = () => store.get('domainClaim', { domain: 'example.com' });
  return {
    store,
    organizationId,
    asked,
    check,
    domain,
    claim,
    says: (how: () => string[]) => void (answer = how),
  };
};

test('verified domains are looked up once a day, and no others', async () => {
  const { asked, check, domain, says } = await setUp();
  says(() => ['scangate-verification=v']);
  await check(0);
  await check(0);
  expect(asked).toEqual([name]);
  await check(1);
  expect(asked).toHaveLength(2);
  expect(await domain()).toMatchObject({ checkedAt: addMs(noon, dayMs) });
});

test.each([
  ['without the record', () => [] as string[]],
  [
    'without an answer',
    () => {
      throw new Transient('DNS does not respond');
    },
  ],
])('a domain is lost after 7 days %s, and owners get a mail', async (_case, how) => {
  const { store, organizationId, check, domain, claim, says } = await setUp();
  says(how);
  for (let day = 0; day < 7; day++) await check(day);
  expect(await domain()).toMatchObject({ verifiedAt: noon.toISOString(), failingSince: noon.toISOString() });
  await check(7);
  const lost = await domain();
  expect([lost?.verifiedAt, lost?.failingSince, lost?.lostAt]).toEqual([
    undefined,
    undefined,
    addMs(noon, 7 * dayMs),
  ]);
  expect(await claim()).toMatchObject({ organizationId: '' });
  const { items: events } = await store.list('auditEvents', { organizationId });
  expect(events.filter(({ action }) => action === 'domain.lost')).toMatchObject([
    { actor: { kind: 'system' }, target: 'example.com' },
  ]);
  const mails = [];
  for (const shard of ['0', '1', '2', '3', '4', '5', '6', '7'])
    for (const id of (await store.listDue('mail', shard)).items) mails.push(await store.get('mail', id));
  expect(mails.map((mail) => mail?.kind)).toEqual(['domain_lost']);
  await check(8);
  expect((await store.list('auditEvents', { organizationId })).items).toHaveLength(events.length);
});

test('one day with the record resets the count of failed days', async () => {
  const { check, domain, says } = await setUp();
  for (let day = 0; day < 6; day++) await check(day);
  says(() => ['scangate-verification=v']);
  await check(6);
  expect((await domain())?.failingSince).toBeUndefined();
  says(() => []);
  for (let day = 7; day < 14; day++) await check(day);
  expect((await domain())?.verifiedAt).toBeDefined();
});
