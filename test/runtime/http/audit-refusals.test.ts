import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { openRefusalMemory } from '#runtime/http/audit-refusals.ts';
import { Problem } from '@scangate/domain/problem';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  organization = await newOrganization(store);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const refusal = () => new Problem('role_required');
const memory = (endpoint = 'change-gate', of: () => Pick<MemoryStore, 'commit'> = () => store) =>
  openRefusalMemory(endpoint, of);
const member = () => organization.as('member');

describe('a refusal is recorded', () => {
  test('once for a person, endpoint and hour, even by several instances', async () => {
    const instances = [memory(), memory()];
    for (const remember of instances) for (let n = 0; n < 5; n++) await remember(refusal(), member);
    expect(store.all('refusal')).toMatchObject([
      { personId: member().personId, endpoint: 'change-gate', hour: '2026-03-10T12', code: 'role_required' },
    ]);
    await memory('create-waiver')(refusal(), member);
    await memory()(refusal(), () => organization.as('billing'));
    vi.setSystemTime(later(3_600));
    await instances[0]?.(refusal(), member);
    expect(store.all('refusal')).toHaveLength(4);
  });

  test('by one write an hour per instance', async () => {
    const commit = vi.spyOn(store, 'commit');
    const remember = memory();
    for (let n = 0; n < 50; n++) await remember(refusal(), member);
    expect(commit).toHaveBeenCalledTimes(1);
  });
});

describe('the answer is not affected', () => {
  test('when the store fails; the next refusal tries again', async () => {
    const failing = vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('down'));
    const remember = memory();
    await expect(remember(refusal(), member)).resolves.toBeUndefined();
    await remember(refusal(), member);
    expect([failing.mock.calls.length, store.all('refusal').length]).toEqual([2, 1]);
  });

  test('when the store cannot be created', async () => {
    const remember = memory('x', () => {
      throw new Error('the environment lacks CORE_TABLE');
    });
    await expect(remember(refusal(), member)).resolves.toBeUndefined();
  });

  test('when the store does not answer', async () => {
    const started = performance.now();
    await memory('x', () => ({ commit: () => new Promise(() => {}) }))(refusal(), member);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
