import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Repository, Scan } from '@scangate/domain/records';
import { Problem } from '@scangate/domain/problem';
import {
  failureBudget,
  requireNotPaused,
  secondsAfterCancel,
  spendFailureBudget,
} from '@scangate/domain/scans/fairness/failure-budget';
import { fullRecords } from '#test/support/full-records.ts';
import { later } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

const {
  disconnectedAt: _disconnected,
  failures: _failures,
  failureSeconds: _seconds,
  cancelledSeconds: _cancelled,
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
  /** Whether the unit took over the result of an earlier scan, as after an empty commit. */
  isUnchanged?: boolean;
  /** When it ends, in seconds. */
  at?: number;
}

const { reusedFrom: _reused, ...freshUnit } = unit;
const ended = ({
  status = 'failed',
  seconds = 200,
  charge = 1,
  isUnchanged = false,
  at = 0,
}: Ending): Scan => ({
  ...fullRecords.scan,
  status,
  startedAt: later(at - seconds).toISOString(),
  finishedAt: later(at).toISOString(),
  units: [{ ...freshUnit, status, charge: { core: charge }, ...(isUnchanged && { reusedFrom: 'scan-0' }) }],
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

  test('whose failures and cancellations were paid for is not', () => {
    expect(isPaused(after(times(20, { charge: 0 })))).toBe(false);
    expect(isPaused(after(times(20, { status: 'cancelled', charge: 0, seconds: 2_000 })))).toBe(false);
  });

  test('whose scans are canceled is paused once they ran for an hour together', () => {
    const cancelled = { status: 'cancelled', seconds: 300 } as const;
    expect(isPaused(after(times(10, cancelled)))).toBe(false);
    expect(isPaused(after(times(11, cancelled)))).toBe(true);
  });

  test.each([
    [0, 120],
    [0.001, 117],
    [0.45, 117],
    [1.4, 113],
    [3, 110],
  ])(
    'whose scans are canceled after %f s is paused after %i, because their tasks run on',
    (seconds, most) => {
      const cancelled = { status: 'cancelled', seconds } as const;
      expect(isPaused(after(times(most - 1, cancelled)), 130)).toBe(false);
      expect(isPaused(after(times(most, cancelled)), 130)).toBe(true);
    },
  );

  /** The end of a scan of 40 units, of which some failed. */
  const partly = (failed: number, seconds: number, at = 0): Scan => {
    const scan = ended({ seconds, at });
    const [first] = scan.units;
    if (!first) throw new Error('the scan has a unit');
    const units = Array.from({ length: 40 }, (_none, index) => ({
      ...first,
      projectUnitId: `u-${index}`,
      status: index < failed ? ('failed' as const) : ('completed' as const),
    }));
    return { ...scan, units };
  };
  const afterScans = (scans: readonly Scan[]): Repository =>
    scans.reduce((current, scan) => {
      const [change] = spendFailureBudget(scan, current, scan.finishedAt ?? '');
      return change?.change === 'update' ? { ...current, ...change.set } : current;
    }, repository);

  test('that pays for most of each failed scan is paused by the refunded share of their time only', () => {
    const broken = (count: number) => Array.from({ length: count }, (_none, at) => partly(1, 30, at));
    expect(afterScans(broken(100))).toMatchObject({ failures: 0, failureSeconds: 100 });
    expect(isPaused(afterScans(broken(100)))).toBe(false);
    expect(afterScans([partly(20, 300)])).toMatchObject({ failures: 0, failureSeconds: 150 });
    expect(afterScans([partly(40, 300)])).toMatchObject({ failures: 1, failureSeconds: 300 });
  });

  test('whose failures ran for an hour together is paused, however few they are', () => {
    expect(isPaused(after(times(6, { seconds: 599 })))).toBe(false);
    expect(isPaused(after(times(7, { seconds: 570 })))).toBe(true);
  });

  test('whose scan is canceled before it begins counts one task at most', () => {
    const { startedAt: _started, ...queued } = ended({ status: 'cancelled', at: 7_200 });
    const [change] = spendFailureBudget(queued, repository, later(7_200).toISOString());
    expect(change).toMatchObject({ set: { cancelledSeconds: 930 } });
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

  test('does not have it again by a scan that is refunded as unchanged, nor by one without a price', () => {
    const free = [{ isUnchanged: true }, { charge: 0 }].map((one) => ({
      status: 'completed' as const,
      ...one,
    }));
    expect(after([...times(9), ...free])).toEqual(after(times(9)));
    expect(isPaused(after([...times(9), ...free, { at: 9 }]))).toBe(true);
  });

  test('has it again by a scan of which one unit stays paid', () => {
    const scan = ended({ status: 'completed', isUnchanged: true });
    const [unchanged] = scan.units;
    if (!unchanged) throw new Error('the scan has a unit');
    const { reusedFrom: _unchanged, ...changed } = unchanged;
    const units = [unchanged, { ...changed, projectUnitId: 'u-2' }];
    const [change] = spendFailureBudget({ ...scan, units }, after(times(9)), later(9).toISOString());
    expect(change).toMatchObject({ unset: expect.arrayContaining(['failures', 'cancelledSeconds']) });
  });

  test('that was deleted is left alone', () => {
    const at = later(0).toISOString();
    expect(spendFailureBudget(ended({}), undefined, at)).toEqual([]);
    expect(spendFailureBudget(ended({}), { ...repository, disconnectedAt: at }, at)).toEqual([]);
  });
});

type Seconds = Pick<Required<Ending>, 'seconds'>;
const sum = (endings: readonly Seconds[]): number => endings.reduce((total, one) => total + one.seconds, 0);

test('a repository is paused exactly when a budget is spent since a scan was paid for, in any order of endings', () => {
  const ending = fc.oneof(
    fc.record({ status: fc.constant('failed' as const), seconds: fc.nat(600) }),
    fc.record({ status: fc.constant('cancelled' as const), seconds: fc.nat(2_700) }),
    fc.record({ status: fc.constant('completed' as const), seconds: fc.nat(60), isUnchanged: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(ending, { maxLength: 40 }), (endings) => {
      const isPaid = (one: Ending) => one.status === 'completed' && one.isUnchanged !== true;
      const since = endings.slice(endings.findLastIndex(isPaid) + 1);
      const failed = since.filter(({ status }) => status === 'failed');
      const cancelled = since.filter(({ status }) => status === 'cancelled');
      const isSpent =
        (failed.length >= failureBudget.failures && sum(failed) >= failureBudget.seconds) ||
        sum(failed) >= failureBudget.failureSeconds ||
        sum(cancelled.map(({ seconds }) => ({ seconds: seconds + secondsAfterCancel }))) >=
          failureBudget.cancelledSeconds;
      expect(isPaused(after(endings))).toBe(isSpent);
    }),
    { numRuns: runs(200) },
  );
});

/** Scans one after the other for a day, each with the next of `acts`, and returns the seconds that nobody pays for. */
const attack = (acts: readonly Ending[]): number => {
  let [current, clock, unpaid]: [Repository, number, number] = [repository, 0, 0];
  for (let index = 0; clock < 86_400; index++) {
    if (isPaused(current, clock)) clock += 60;
    else {
      const act = acts[index % acts.length];
      if (!act) throw new Error('an attack has acts');
      const { seconds = 1 } = act;
      clock += seconds;
      unpaid += seconds;
      current = after([{ ...act, at: clock }], current);
    }
  }
  return unpaid;
};

describe('a day of scans that nobody pays for is bounded', () => {
  // What precedes the first pause, and a scan of at most 45 min after each later one of an hour.
  const bound = (first: number, length: number): number =>
    first + Math.ceil((86_400 - first) / (3_600 + length)) * length;

  test('for nine failures of 45 minutes and an empty commit, again and again', () => {
    const failing = times(9, { seconds: 2_700 });
    const free = { status: 'completed', seconds: 5, isUnchanged: true } as const;
    const unpaid = attack([...failing, free]);
    expect(unpaid).toBeLessThanOrEqual(bound(2 * 2_700, 2_700) + 5);
  });

  test.each([60, 600, 2_690])('for cancellations after %i s', (seconds) => {
    const unpaid = attack([{ status: 'cancelled', seconds }]);
    expect(unpaid).toBeLessThanOrEqual(bound(3_600 + seconds, seconds));
  });
});

test('two concurrent failures are both counted: the second is decided again', () => {
  const once = after(times(1));
  const [change] = spendFailureBudget(ended({}), once, later(1).toISOString());
  expect(change).toMatchObject({
    when: [
      { field: 'failures', is: 'equal', value: 1 },
      { field: 'failureSeconds', is: 'equal', value: 200 },
      { field: 'cancelledSeconds', is: 'equal', value: 0 },
      { field: 'failuresSince', is: 'equal', value: later(0).toISOString() },
    ],
  });
});
