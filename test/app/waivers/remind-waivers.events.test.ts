import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createWaiver } from '#app/waivers/create-waiver.ts';
import { withdrawWaiver } from '#app/waivers/decide-waiver.ts';
import { remindWaivers } from '#app/waivers/remind-waivers.ts';
import { log } from '#runtime/log.ts';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(noon.getTime() + days * day);

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  store = new MemoryStore();
  organization = await newOrganization(store);
});

const waive = async (days: number, { now = noon, role = 'admin' as 'admin' | 'member' } = {}) => {
  const request = {
    match: { rule: 'private-key', path: '/docs/' },
    reason: 'the reason stays here',
    expiresAt: inDays(days).toISOString(),
  };
  const creation = { caller: organization.as(role), request, idempotency: undefined };
  return (await createWaiver(creation, { store, ids: testIds }, now)).body.waiverId;
};
const listen = (...listens: string[]) => listenTo(store, organization.organizationId, listens);
const remind = (now: Date) =>
  remindWaivers({ store, log } as never, { now, signal: new AbortController().signal } as never);
const told = () => emittedEvents(store).map(({ type, at, data }) => [type, at, data['days']]);

describe('the expiry of a waiver', () => {
  test('is reported 7 days before, 1 day before, and when it is over, each once', async () => {
    await listen('waiver.expiring', 'waiver.expired');
    await waive(10);
    for (let days = 0; days < 14; days++) await remind(inDays(days));
    expect(told()).toEqual([
      ['waiver.expiring', inDays(3).toISOString(), 7],
      ['waiver.expiring', inDays(9).toISOString(), 1],
      ['waiver.expired', inDays(10).toISOString(), undefined],
    ]);
    expect(store.all('mail').filter(({ kind }) => kind === 'waivers_expiring')).toHaveLength(1);
  });

  test('of 150 waivers is reported by 150 events, in as few transactions as possible', async () => {
    await listen('waiver.expiring');
    for (let n = 0; n < 150; n++) await waive(5);
    await remind(noon);
    expect(emittedEvents(store)).toHaveLength(150);
    await remind(inDays(1));
    expect(emittedEvents(store)).toHaveLength(150);
  });

  test('of requested and withdrawn waivers is not reported', async () => {
    await listen('waiver.expir*', 'waiver.expiring', 'waiver.expired');
    await waive(5, { role: 'member' });
    const waiverId = await waive(5);
    await withdrawWaiver({ caller: organization.as('admin'), waiverId }, store, noon);
    for (const days of [0, 4.5, 6]) await remind(inDays(days));
    expect(emittedEvents(store)).toEqual([]);
  });

  test('that had no subscriber in time is not reported later', async () => {
    await waive(2);
    await remind(inDays(3));
    await listen('*');
    await remind(inDays(5));
    expect(emittedEvents(store)).toEqual([]);
  });

  test('is reported by the waiver that takes its slot before the job ran', async () => {
    await listen('waiver.expired');
    const waiverId = await waive(2);
    await waive(9, { now: inDays(2.1) });
    expect(emittedEvents(store)).toMatchObject([{ type: 'waiver.expired', data: { waiverId } }]);
    await remind(inDays(3));
    expect(emittedTypes(store)).toEqual(['waiver.expired']);
  });

  test('leaves slots unmarked when there is no subscriber', async () => {
    await waive(5);
    await remind(noon);
    expect(store.all('waiverSlot').map(({ toldStage }) => toldStage)).toEqual([undefined]);
  });

  test('is reported once by two concurrent runs', async () => {
    await listen('*');
    await waive(5);
    const before = emittedEvents(store).length;
    await Promise.all([remind(noon), remind(noon)]);
    expect(emittedEvents(store)).toHaveLength(before + 1);
  });
});
