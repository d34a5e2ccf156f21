import { expect, test } from 'vitest';
import { timeOfSandboxes } from './sandbox-time.ts';

const names = ['fetch-small-source', 'scan-small-units'];

test('the time of a sandbox counts for the sandbox function that was invoked last before it was reported', () => {
  const invocations = [
    { invokes: 'scangate-fetch-small-source', startMs: 100 },
    { invokes: 'scangate-scan-small-units', startMs: 300 },
    { invokes: 'scangate-track-default-branch', startMs: 500 },
    { invokes: 'scangate-fetch-small-source', startMs: 900 },
  ];
  const spent = [
    { atMs: 50, spentMs: 1 },
    { atMs: 250, spentMs: 20 },
    { atMs: 600, spentMs: 300 },
    { atMs: 950, spentMs: 4_000 },
  ];
  expect([...timeOfSandboxes(spent, { invocations, names })]).toEqual([
    ['fetch-small-source', 4_020],
    ['scan-small-units', 300],
  ]);
});
