import { expect, test } from 'vitest';
import { cancelScan } from '#app/scans/cancel-scan.ts';
import { runScan, type ScanRun } from '#app/scans/run-scan.ts';
import { hasEnded, isMarkedAsStopped } from '#app/scans/scan-end.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { whileActive } from '#runtime/tasks/while-active.ts';
import { createdScan, taskContextAt, workflowWorld } from '#test/support/scans/workflow.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { later } from '#test/support/world.ts';

const stopped = { stop: async () => undefined };

/** A scan whose host never answers, so that its task waits until it is aborted. */
const openWaitingScan = async () => {
  const world = { ...workflowWorld(), log: silentLog };
  const { ref } = await createdScan(world, [['', 'npm']]);
  const sourceFetcher = {
    fetch: (_request: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        const abort = () => reject(signal.reason as Error);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort);
      }),
  };
  const ports = { ...world, sourceFetcher, clock: { now: () => later(1) } };
  let look = async (): Promise<void> => undefined;
  const every = (_ms: number, act: () => Promise<void>) => {
    look = act;
    return () => undefined;
  };
  const task = whileActive(
    { hasEnded, resultOf: (): ScanRun => ({ status: 'ended', rest: [] }), every },
    (input: typeof ref, given: typeof ports, context) => runScan(input, given as never, context),
  );
  const running = task(ref, ports, taskContextAt());
  const cancel = () => cancelScan(ref, { ...world, workflow: stopped } as never, later(1));
  const isMarked = () => isMarkedAsStopped(ref, { blobs: world.blobs as BlobReader<'stopped'> });
  return { world, ref, running, cancel, isMarked, look: () => look() };
};

test('a running task of a canceled scan ends at its next look, and leaves nothing to the workflow', async () => {
  const { world, running, cancel, isMarked, look } = await openWaitingScan();
  await look();
  expect(await isMarked()).toBe(false);
  await cancel();
  await look();
  expect(await running).toEqual({ status: 'ended', rest: [] });
  expect([...world.blobs.objects.keys()].filter((name) => name.startsWith('work/'))).toEqual([]);
});

test('a cancellation tells the functions that reach no table', async () => {
  const { cancel, isMarked, running, look } = await openWaitingScan();
  await cancel();
  expect(await isMarked()).toBe(true);
  await look();
  await running;
});

test('a cancellation succeeds if its mark cannot be stored', async () => {
  const { world, ref } = await openWaitingScan();
  world.blobs.put = async () => {
    throw new Error('the bucket is throttled');
  };
  expect(await cancelScan(ref, { ...world, workflow: stopped } as never, later(1))).toMatchObject({
    status: 'cancelled',
  });
});

test.each([
  ['queued', false],
  ['running', false],
  ['completed', false],
  ['failed', true],
  ['cancelled', true],
])('a task of a scan that is %s: nobody needs it = %s', async (status, isOver) => {
  const store = { get: async () => ({ status }) };
  const ref = { organizationId: 'o-1', scanId: 's-1' };
  expect(await hasEnded(ref, { store } as never)).toBe(isOver);
});
