import { expect, test } from 'vitest';
import { watchScan } from '#app/scans/waiting/poll-scan.ts';
import type { Scan } from '@scangate/domain/records';

const verdict = { verdict: 'PASS' } as NonNullable<Scan['verdict']>;
const open = { scanId: 'a', repositoryId: 'r' } as Scan;
const ended: Scan = { ...open, verdict };

/** Watches a scan that ends at once, on a clock that only sleeping moves. */
const verdictsTold = async (answers: ('yes' | 'no' | 'unknown')[]): Promise<unknown[]> => {
  let elapsed = 0;
  const watch = watchScan(open, {
    load: async () => ended,
    mayContinue: async () => answers.shift() ?? 'unknown',
    timeoutMs: 10_000,
    intervalMs: 2_000,
    elapsedMs: () => elapsed,
    sleep: async (delayMs) => {
      // A read is not slower than its limit.
      if (delayMs < 4_000) elapsed += delayMs;
      else await new Promise(() => {});
    },
  });
  const told: unknown[] = [];
  for await (const event of watch) if (event !== 'heartbeat') told.push(event.scan.verdict);
  return told;
};

test('a verdict is not sent while it is unknown whether the credential is still valid', async () => {
  expect(await verdictsTold([])).toEqual([undefined]);
  expect(await verdictsTold(['unknown', 'no'])).toEqual([undefined]);
  expect(await verdictsTold(['unknown', 'yes'])).toEqual([undefined, verdict]);
});
