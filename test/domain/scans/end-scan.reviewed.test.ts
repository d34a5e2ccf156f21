import { expect, test } from 'vitest';
import { endScan } from '@scangate/domain/scans/end-scan';
import type { Scan } from '@scangate/domain/records';
import { digestOf } from '@scangate/engines/model/digest';
import { fullRecords } from '#test/support/full-records.ts';
import { later, noon } from '#test/support/world.ts';

/** Ends a scan. @returns until when its verdict is returned to equal requests. */
const keptUntil = (headIsReviewed: boolean, suppressions: readonly string[]): string | undefined => {
  const { scan: full } = fullRecords;
  const reviewed = { branch: 'main', tip: 'a'.repeat(40), headIsReviewed };
  const scan: Scan = { ...full, status: 'running', units: [], base: undefined as never, reviewed };
  const suppressionsDigest = digestOf(suppressions);
  const verdict = { ...full.verdict, suppressionsProposed: [], suppressionsDigest };
  const outcome = { status: 'completed' as const, verdict };
  const { changes } = endScan(scan, { outcome, pools: {} as never, ownsDedup: true }, noon);
  const freed = changes.find(({ record }) => record === 'dedup');
  return freed?.change === 'update' && freed.record === 'dedup' ? freed.set?.expiresAt : undefined;
};

test('a verdict beside the tip of a reviewed branch that uses its suppressions is kept for ten minutes', () => {
  const [day, soon] = [later(86_400).toISOString(), later(600).toISOString()];
  expect(keptUntil(false, ['stripe-key'])).toBe(soon);
  expect([keptUntil(false, []), keptUntil(true, ['stripe-key'])]).toEqual([day, day]);
});
