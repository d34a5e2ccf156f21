import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { repeatErasure } from '@scangate/domain/offboarding/erasure-progress';
import type { Change } from '@scangate/domain/record-changes';
import { reuseWorld, threeUnits } from '#test/app/scans/workflow/reuse/reuse-world.ts';
import { write } from '#test/support/world.ts';
import { checkWhole } from './whole-checks.ts';

const parent = '11111111-1111-4111-8111-111111111111';

/** The books of a parent whose client is gone with its scans: the second one reused two units of the first. */
const booksOfParent = async () => {
  const { store, scan, refundsOf } = await reuseWorld();
  const { organizationId } = await scan(threeUnits());
  const second = await scan({ ...threeUnits(), 'api/index.js': 'export const api = 2;\n' });
  expect(refundsOf(second)).toContain('core web');
  const books = new MemoryStore();
  const kept = (['pool', 'ledgerEntry'] as const).flatMap((record) =>
    store
      .all(record)
      .map((item) => ({ change: 'insert', record, item: { ...item, accountId: parent } }) as Change),
  );
  for (const change of kept) await write(books, [change]);
  return { books, organizationId };
};

const check = (books: MemoryStore): string[] => {
  const told: string[] = [];
  const world = { stripe: { objects: () => [] } };
  checkWhole(world as never, books, (invariant, what) => void told.push(`${invariant}: ${what}`));
  return told;
};

test('work that an erased client reused and its parent paid for is not a violation', async () => {
  const { books, organizationId } = await booksOfParent();
  const closedAt = '2026-01-01T00:00:00.000Z';
  await write(books, [repeatErasure({ organizationId, closedAt }, undefined, new Date(closedAt))]);
  expect(check(books)).toEqual([]);
});

test('reused work whose scan is gone without an erasure is a violation', async () => {
  const { books } = await booksOfParent();
  expect(check(books)).toContainEqual(expect.stringContaining('nobody paid for the work that is reused'));
});
