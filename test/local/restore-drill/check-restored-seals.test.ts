import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copiedStatements, lostSeals, sealFaults } from '#local/restore-drill/check-restored-seals.ts';
import type { LedgerSeal } from '@scangate/domain/records';
import { RestorableLedger } from '#test/support/billing/restorable-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-statements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let ledger: RestorableLedger;
let seals: LedgerSeal[];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  ledger = await RestorableLedger.open();
  await ledger.seal();
  const kept = await ledger.keep();
  await ledger.book(7);
  await ledger.seal();
  await ledger.restore(kept);
  await ledger.continueFrom(kept);
  await ledger.book(3);
  await ledger.seal();
  seals = ledger.store.all('ledgerSeal').toSorted((a, b) => a.number - b.number);
});

/** A copy of the locked bucket, without some of its statements. */
const copyWithout = (...numbers: number[]) => {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const [name, bytes] of ledger.kept) {
    if (numbers.some((number) => name.endsWith(`${number}.json`))) continue;
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), bytes);
  }
  const key = Buffer.from(ledger.publicKey.export({ type: 'spki', format: 'pem' }));
  return { store: ledger.store, statements: copiedStatements(copy, key) };
};

test('a gap in the numbers of seals is accepted with the signed restoration, and only with all that it supersedes', async () => {
  const [first, next] = seals as [LedgerSeal, LedgerSeal];
  expect([first.number, next.number]).toEqual([1, 4]);
  expect(await sealFaults(first, next, copyWithout())).toEqual([]);
  const fault = `seal 4 of core of ${ledger.accountId} continues seal 1 without a signed restoration`;
  for (const missing of [2, 3]) expect(await sealFaults(first, next, copyWithout(missing))).toEqual([fault]);
  expect(await sealFaults(first, next, { store: ledger.store, statements: undefined })).toEqual([fault]);
});

test('signed seals after the newest one in the tables are lost, unless the tables continue after a restoration', async () => {
  const [first, next] = seals as [LedgerSeal, LedgerSeal];
  const sentence = `core of ${ledger.accountId} lacks signed seals after 1`;
  expect(await lostSeals(ledger.id, next, copyWithout())).toBeUndefined();
  expect(await lostSeals(ledger.id, first, copyWithout(4))).toBeUndefined();
  expect(await lostSeals(ledger.id, first, copyWithout(3, 4))).toBe(sentence);
  expect(await lostSeals(ledger.id, first, copyWithout())).toBe(sentence);
});
