import { Conflict } from '@scangate/domain/conflict';
import { Problem, Transient } from '@scangate/domain/problem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { currentBackoff, installBackoff } from '#ports/backoff.ts';

class RecordConflict extends Conflict {}

const bounds = { tries: 5, baseDelayMs: 10, maxDelayMs: 50, exhausted: 'it keeps changing' };
const failing = (failures: number, error: () => Error) => {
  let calls = 0;
  const attempt = async (tryNumber: number) => {
    calls++;
    expect(tryNumber).toBe(calls);
    if (calls <= failures) throw error();
    return 'committed';
  };
  return { attempt, calls: () => calls };
};
const conflicting = (failures: number) =>
  failing(failures, () => new RecordConflict('the record changed since it was read'));

describe('retryOnConflict', () => {
  const before = currentBackoff();
  let delays: number[];
  beforeEach(() => {
    delays = [];
    installBackoff({ sleep: async (delayMs) => void delays.push(delayMs), random: () => 0.5 });
  });
  afterEach(() => installBackoff(before));

  test('returns the result of the first try without waiting', async () => {
    const { attempt, calls } = conflicting(0);
    expect(await retryOnConflict(bounds, attempt)).toBe('committed');
    expect([calls(), delays]).toEqual([1, []]);
  });

  test('decides again after a conflict, and waits longer each time, up to the limit', async () => {
    const { attempt } = conflicting(4);
    expect(await retryOnConflict(bounds, attempt)).toBe('committed');
    expect(delays).toEqual([5, 10, 20, 25]);
  });

  test('waits for a random part of the limit', async () => {
    installBackoff({ sleep: async (delayMs) => void delays.push(delayMs), random: () => 0 });
    await retryOnConflict(bounds, conflicting(2).attempt);
    expect(delays).toEqual([0, 0]);
  });

  test('gives up after the last try with a Transient error that names its cause', async () => {
    const { attempt, calls } = conflicting(5);
    const error = await retryOnConflict(bounds, attempt).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Transient);
    expect(error).toMatchObject({ message: 'it keeps changing', cause: expect.any(RecordConflict) });
    expect([calls(), delays.length]).toEqual([5, 4]);
  });

  test.each([new Problem('not_found'), new Transient('no answer'), new Error('a bug')])(
    'throws %s without another try',
    async (error) => {
      const { attempt, calls } = failing(1, () => error);
      await expect(retryOnConflict(bounds, attempt)).rejects.toBe(error);
      expect(calls()).toBe(1);
    },
  );

  test('has limits for each use case that end within the time of an API call', () => {
    for (const { tries, maxDelayMs } of Object.values(limits)) {
      expect(tries).toBeGreaterThan(1);
      expect(tries * maxDelayMs).toBeLessThan(29_000);
    }
  });
});
