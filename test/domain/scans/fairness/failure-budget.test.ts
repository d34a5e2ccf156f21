import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Repository, Scan } from '@scangate/domain/records';
import { Problem } from '@scangate/domain/problem';
import {
  failureBudget,
  requireNotPaused,
  spendFailureBudget,
} from '@scangate/domain/scans/fairness/failure-budget';
import { fullRecords } from '#test/support/full-records.ts';
import { later } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

const {
  disconnectedAt: _disconnected,
  failures: _failures,
  failureSeconds: _seconds,
  failuresSince: _since,
  pausedUntil: _paused,
  ...repository
} = fullRecords.repository;
const [unit] = fullRecords.scan.units;
if (!unit) throw new Error('a full scan has a unit');

interface Ending {
  status?: Scan['status'];
  seconds?: number;
  charge?: number;
  /** When it ends, in seconds. */
  at?: number;
}

const ended = ({ status = 'failed', seconds = 200, charge = 1, at = 0 }: Ending): Scan => ({
  ...fullRecords.scan,
  status,
  startedAt: later(at - seconds).toISOString(),
  finishedAt: later(at).toISOString(),
  units: [{ ...unit, status, charge: { core: charge } }],
  baseUnits: [],
});

/** Applies the ends of scans to a repository. */
const after = (endings: readonly Ending[], from: Repository = repository): Repository =>
  endings.reduce((current, ending) => {
    const [change] = spendFailureBudget(ended(ending), current, later(ending.at ?? 0).toISOString());
    if (change?.change !== 'update') return current;
    const next = { ...current, ...change.set };
    for (const field of change.unset ?? []) delete next[field];
    return next;
  }, from);

const times = (count: number, ending: Ending = {}): Ending[] =>
  Array.from({ length: count }, (_, index) => ({ at: index, ...ending }));
const isPaused = (found: Repository, at = 60): boolean => {
  try {
    requireNotPaused(found, later(at).toISOString());
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'repository_paused', status: 409, retryable: false });
    return error instanceof Problem;
  }
};

describe('a repository', () => {
  test('whose scans burn 200 s and fail ten times is paused for an hour', () => {
    expect(isPaused(after(times(failureBudget.failures - 1)))).toBe(false);
    const paused = after(times(failureBudget.failures));
    expect(isPaused(paused)).toBe(true);
    expect(isPaused(paused, 3_610)).toBe(false);
  });

  test('that fails at once, however often, is not', () => {
    expect(isPaused(after(times(100, { seconds: 1 })))).toBe(false);
  });

  test('whose failures were paid for, or that was canceled, is not', () => {
    expect(isPaused(after(times(20, { charge: 0 })))).toBe(false);
    expect(isPaused(after(times(20, { status: 'cancelled' })))).toBe(false);
  });

  test('that was paused is paused again by the next failure, until a day has passed since the first', () => {
    const paused = after(times(failureBudget.failures));
    expect(isPaused(after([{ at: 4_000 }], paused), 4_010)).toBe(true);
    expect(isPaused(after([{ at: 90_000 }], paused), 90_010)).toBe(false);
  });

  test('that completes a scan has its budget again', () => {
    const completed = after([...times(15), { status: 'completed' }]);
    expect(completed).toEqual(repository);
    expect(isPaused(after(times(failureBudget.failures - 1), completed))).toBe(false);
  });

  test('that never failed costs a completed scan nothing', () => {
    expect(spendFailureBudget(ended({ status: 'completed' }), repository, later(0).toISOString())).toEqual(
      [],
    );
  });

  test('that was deleted is left alone', () => {
    const at = later(0).toISOString();
    expect(spendFailureBudget(ended({}), undefined, at)).toEqual([]);
    expect(spendFailureBudget(ended({}), { ...repository, disconnectedAt: at }, at)).toEqual([]);
  });
});

test('no order of endings pauses a repository before the budget is spent', () => {
  const ending = fc.record({
    status: fc.constantFrom<Scan['status']>('failed', 'completed', 'cancelled'),
    seconds: fc.nat(60),
  });
  fc.assert(
    fc.property(fc.array(ending, { maxLength: 30 }), (endings) => {
      const since = endings.slice(endings.findLastIndex(({ status }) => status === 'completed') + 1);
      const failed = since.filter(({ status }) => status === 'failed');
      const seconds = failed.reduce((sum, one) => sum + one.seconds, 0);
      const isSpent = failed.length >= failureBudget.failures && seconds >= failureBudget.seconds;
      expect(isPaused(after(endings))).toBe(isSpent);
    }),
    { numRuns: runs(200) },
  );
});

test('two concurrent failures are both counted: the second is decided again', () => {
  const once = after(times(1));
  const [change] = spendFailureBudget(ended({}), once, later(1).toISOString());
  expect(change).toMatchObject({ when: [{ field: 'failures', is: 'equal', value: 1 }] });
});
