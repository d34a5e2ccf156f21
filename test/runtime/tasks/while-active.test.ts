import { beforeEach, expect, test } from 'vitest';
import { ScanEnded } from '#app/scans/scan-end.ts';
import { whileActive, type Every } from '#runtime/tasks/while-active.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

/** An interval whose time passes when the test says so. */
const steppedInterval = () => {
  const acts = new Set<() => Promise<void>>();
  const intervals: number[] = [];
  const every: Every = (intervalMs, act) => {
    intervals.push(intervalMs);
    acts.add(act);
    return () => void acts.delete(act);
  };
  const pass = () => Promise.all([...acts].map((act) => act()));
  return { every, pass, intervals, acts };
};

let status: 'active' | 'ended' | 'unreadable';
let looks: number;
const hasEnded = async (): Promise<boolean> => {
  looks += 1;
  if (status === 'unreadable') throw new Error('the table is throttled');
  return status === 'ended';
};
const resultOf = (input: string): string => `nothing of ${input}`;

beforeEach(() => {
  [status, looks] = ['active', 0];
});

/** Starts a task that ends when its signal does, by an error or a report, or when `finish` is called. */
const startTask = ({ reports }: { reports?: string } = {}) => {
  const { every, pass, intervals, acts } = steppedInterval();
  let finish: (result: string) => void = () => undefined;
  const aborted: unknown[] = [];
  const run = whileActive(
    { hasEnded, resultOf, every },
    (_input: string, _ports: object, { signal }: { signal: AbortSignal; now: Date }) =>
      new Promise<string>((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason);
          if (reports === undefined) reject(signal.reason as Error);
          else resolve(reports);
        });
      }),
  );
  const given = new AbortController();
  const running = run('scan-1', {}, { ...taskContextAt(), signal: given.signal });
  return { running, pass, intervals, acts, aborted, given, finish: (result: string) => finish(result) };
};

test('a task of a scan that is canceled is aborted at its next look, and returns without a failure', async () => {
  const { running, pass, intervals, aborted, acts } = startTask();
  await pass();
  expect([intervals, aborted, looks]).toEqual([[20_000], [], 1]);
  status = 'ended';
  await pass();
  expect(aborted[0]).toBeInstanceOf(ScanEnded);
  expect(await running).toBe('nothing of scan-1');
  expect(acts.size).toBe(0);
});

test('a task that reports its abortion as a result has none either', async () => {
  const { running, pass, aborted } = startTask({ reports: 'it took too long' });
  status = 'ended';
  await pass();
  expect(await running).toBe('nothing of scan-1');
  expect(aborted).toHaveLength(1);
});

test('a task that ends before its first look reads nothing', async () => {
  const { running, pass, finish } = startTask();
  finish('done');
  expect(await running).toBe('done');
  await pass();
  expect(looks).toBe(0);
});

test('a look that fails aborts nothing, and is repeated', async () => {
  const { running, pass, aborted } = startTask();
  status = 'unreadable';
  await pass();
  expect(aborted).toEqual([]);
  status = 'ended';
  await pass();
  expect(await running).toBe('nothing of scan-1');
});

test('a task that fails, or whose time is over, fails as without looks', async () => {
  const { running, given } = startTask();
  given.abort(new Error('the time is over'));
  await expect(running).rejects.toThrow('the time is over');
});
