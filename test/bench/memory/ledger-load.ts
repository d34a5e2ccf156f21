import { auditPoolFromStreams } from '#local/control/audit-pool.ts';
import { formatRow, headerLine } from '@scangate/domain/ledger/ledger-csv';
import { sealedRow, sealEntries, maxSegmentEntries } from '@scangate/domain/ledger/seal-ledger';
import { LedgerVerifier } from '@scangate/domain/ledger/verify-ledger';
import { emptyPool } from '@scangate/domain/credits/refill/refill-pool';
import type { LedgerEntry, LedgerSeal } from '@scangate/domain/records';

/** A ledger of any length, made as it is read. Of each eight entries five are debits, two of them refunded. */

const accountId = '00000000-0000-4000-8000-00000000acc0';
const epochMs = Date.UTC(2026, 0, 1);
const digits = (index: number): string => String(index).padStart(12, '0');

const entryOf = (cause: string, index: number, amount: number): LedgerEntry => {
  const kind = cause.startsWith('consume#') ? 'consume' : 'grant';
  const [, scanId, projectUnitId] = cause.split('#');
  const at = new Date(epochMs + index * 1_000).toISOString();
  const ofUnit = projectUnitId !== undefined && { scanId, projectUnitId, organizationId: accountId };
  return { accountId, pool: 'core', cause, at, kind, amount, ...ofUnit };
};
const unitCause = (kind: string, index: number): string =>
  `${kind}#0192f0c8-0000-7000-8000-${digits(index)}#00000000-0000-8000-8000-${digits(index % 7)}`;

async function* refunds(debits: number): AsyncGenerator<LedgerEntry> {
  for (let index = 0; index < debits; index++)
    if (index % 5 < 2) yield entryOf(unitCause('refund', index), index, 1);
}

/** Yields all entries by cause. */
async function* entries(count: number): AsyncGenerator<LedgerEntry> {
  const debits = Math.floor((count * 5) / 8);
  const refunded = Math.ceil(debits / 5) * 2;
  for (let index = 0; index < debits; index++) yield entryOf(unitCause('consume', index), index, -1);
  for (let index = 0; index < count - debits - refunded; index++)
    yield entryOf(`pack#${digits(index)}`, index, 100);
  yield* refunds(debits);
}

const audit = async (count: number): Promise<number> => {
  const debits = Math.floor((count * 5) / 8);
  let available = 0;
  for await (const { amount } of entries(count)) available += amount;
  const at = new Date(epochMs).toISOString();
  const pool = { ...emptyPool(accountId, 'core', { anchorAt: at, startAt: at, endAt: at }), available };
  const { violations, entries: seen } = await auditPoolFromStreams(pool, entries(count), refunds(debits));
  if (violations.length > 0) throw new Error(violations[0]);
  return seen;
};

const fault = (verifier: LedgerVerifier, text: string): void => {
  const found = verifier.push(text);
  if (found) throw new Error(found.reason);
};

/** Seals, writes and verifies segment by segment. */
const verify = (count: number): number => {
  const verifier = new LedgerVerifier();
  fault(verifier, headerLine());
  let last: LedgerSeal | undefined;
  for (let start = 0; start < count; start += maxSegmentEntries) {
    const length = Math.min(maxSegmentEntries, count - start);
    const some = Array.from({ length }, (_, index) =>
      entryOf(unitCause('consume', start + index), start + index, -1),
    );
    const seal = sealEntries(
      { accountId, pool: 'core' },
      { last, entries: some },
      new Date(epochMs).toISOString(),
    );
    fault(verifier, some.map((entry, index) => formatRow(sealedRow(entry, seal, index + 1))).join(''));
    last = seal;
  }
  const result = verifier.end();
  if ('reason' in result) throw new Error(result.reason);
  return result.pools.reduce((sum, { sealed }) => sum + sealed, 0);
};

/** The entry point for memory-child.ts. */
export const handler = async ({ act, count }: { act: 'audit' | 'verify'; count: number }) => {
  const begun = performance.now();
  const seen = act === 'audit' ? await audit(count) : verify(count);
  return { seen, ms: performance.now() - begun };
};
