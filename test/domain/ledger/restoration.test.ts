import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  isRestoration,
  signedText,
  type ChainStatement,
  type Restoration,
} from '@scangate/domain/ledger/restoration';
import { addMs, dayMs } from '@scangate/domain/instant';
import { RestorableLedger } from '#test/support/billing/restorable-ledger.ts';
import { verify } from '#test/support/billing/sealed-ledger.ts';

/** An export before the restore, one after it, and all statements: 1 to 3, the restoration 4 of 2 and 3, and 5. */
const found = { before: '', after: '', statements: [] as ChainStatement[] };
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const ledger = await RestorableLedger.open();
  await ledger.seal();
  const kept = await ledger.keep();
  for (const count of [5, 2]) {
    await ledger.book(count);
    await ledger.seal();
  }
  found.before = await ledger.export();
  await ledger.restore(kept);
  await ledger.continueFrom(kept);
  await ledger.book(3);
  await ledger.seal();
  found.after = await ledger.export();
  found.statements = ledger.statements.toSorted((a, b) => a.number - b.number);
});

const changed = (change: (restoration: Restoration) => Partial<Restoration>): ChainStatement[] =>
  found.statements.map((one) => (isRestoration(one) ? { ...one, ...change(one) } : one));

test('a chain with its restoration matches what was signed', () => {
  const { after, statements } = found;
  expect(statements.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(verify(after, { statements })).toMatchObject({
    pools: [{ sealed: 4, signed: 2, restorations: [{ balanceBefore: 107, balanceAfter: 100 }] }],
  });
});

describe('a chain with a restoration', () => {
  const without = (number: number) => () => found.statements.filter((one) => one.number !== number);

  test.each<[string, () => ChainStatement[], string]>([
    ['without the statement of the restoration', without(4), 'segment 5 of core continues segment 1'],
    ['without a superseded statement', without(3), 'statement 3, which restoration 4 supersedes, is missing'],
    [
      'with a superseded statement that was replaced',
      () => found.statements.map((one) => (one.number === 2 ? { ...one, accountId: 'another' } : one)),
      'restoration 4 names another statement 2',
    ],
    [
      'with a restoration that names another seal',
      () => changed(({ superseded }) => ({ superseded: superseded.map((one) => ({ ...one, digest: '0' })) })),
      'restoration 4 names another statement 2',
    ],
    [
      'with a restoration that leaves a seal out',
      () => changed(({ superseded }) => ({ superseded: superseded.slice(1) })),
      'restoration 4 does not name each statement after 1',
    ],
    [
      'with a restoration that continues from further back than the file',
      () =>
        changed(({ superseded }) => ({
          continuesAfter: 0,
          superseded: [{ number: 1, digest: '0' }, ...superseded],
        })),
      'restoration 4 names another statement 1',
    ],
    [
      'with a restoration that continues another chain',
      () => changed(() => ({ head: '0'.repeat(64) })),
      'restoration 4 does not continue segment 1 as it was signed',
    ],
    [
      'with a restoration that states another balance before it',
      () => changed(() => ({ balanceBefore: 100 })),
      'restoration 4 does not state the balance that was signed before it',
    ],
    [
      'with a restoration that states another balance after it',
      () => changed(() => ({ balanceAfter: 107 })),
      'sum to 100, but restoration 4 states 107',
    ],
    [
      'with a restoration of seals that were made long before the restored instant',
      () => changed(({ restoredTo }) => ({ restoredTo: addMs(restoredTo, dayMs) })),
      'segment 2 was sealed before',
    ],
    [
      'with a restoration that continues after itself',
      () => changed(() => ({ continuesAfter: 4, superseded: [] })),
      'restoration 4 does not name each statement after 4',
    ],
    [
      'with a second statement of the number of the restoration',
      () => [...found.statements, { ...found.statements[1]!, number: 4 }],
      'there are two statements about segment 4 of core',
    ],
  ])('does not match %s', (_, statements, reason) => {
    expect(verify(found.after, { statements: statements() })).toMatchObject({
      reason: expect.stringContaining(reason) as string,
    });
  });

  test('does not match wrong statements, also where the file ends early', () => {
    const statements = changed(() => ({ balanceBefore: 100 }));
    const [header = '', first = ''] = found.after.split('\r\n');
    const early = `${header}\r\n${first}\r\n`;
    expect(verify(early, { statements, endsEarly: true })).toHaveProperty('reason');
    expect(verify(early, { statements: found.statements, endsEarly: true })).toHaveProperty('pools');
  });

  test.each([3, 4])(
    'does not match the statements from %i on, because superseded ones could be hidden',
    (from) => {
      const statements = found.statements.filter(({ number }) => number >= from);
      const reason = 'statement 2, which restoration 4 supersedes, is missing';
      expect(verify(found.after, { statements })).toEqual({ reason });
    },
  );

  test('matches the statements from the first superseded one on', () => {
    const statements = found.statements.slice(1);
    expect(verify(found.after, { statements })).toMatchObject({ pools: [{ sealed: 4, signed: 1 }] });
  });

  test('does not verify without any statement, because a gap has to be explained', () => {
    expect(verify(found.after)).toMatchObject({ line: 3 });
  });
});

test('a file with superseded segments does not match a later restoration', () => {
  const { before, statements } = found;
  expect(verify(before, { statements: statements.slice(0, 3) })).toHaveProperty('pools');
  expect(verify(before, { statements })).toMatchObject({
    reason: 'segment 2 of core is superseded by restoration 4',
  });
});

describe('a ledger that was restored to its first segment, and then to its second', () => {
  /** The tables before the second segment, after the first restoration, and with the ledger that has the second again. */
  const restoredTwice = async () => {
    const ledger = await RestorableLedger.open();
    await ledger.seal();
    const first = await ledger.keep();
    await ledger.book(5);
    await ledger.seal();
    const second = await ledger.keep();
    await ledger.restore(first);
    await ledger.continueFrom(first);
    const between = await ledger.keep();
    await ledger.restore(second);
    await ledger.continueFrom(second);
    return { ledger, first, between };
  };

  test('has to contain the second, however old the restoration that had superseded it', async () => {
    const { ledger, first } = await restoredTwice();
    await ledger.book(1);
    const { hour } = ledger;
    await ledger.restore(first);
    expect(await ledger.continueFrom({ hour })).toMatchObject({
      refused: [{ refused: expect.stringContaining('segment 2 was sealed before') as string }],
    });
  });

  test('may be restored to when the second was superseded', async () => {
    const { ledger, between } = await restoredTwice();
    await ledger.restore(between);
    expect(await ledger.continueFrom(between)).toMatchObject({
      continued: [{ number: 5, continuesAfter: 1 }],
    });
    await ledger.book(1);
    await ledger.seal();
    const { statements } = ledger;
    expect(verify(await ledger.export(), { statements })).toMatchObject({
      pools: [{ sealed: 2, signed: 2 }],
    });
  });
});

test('a restoration is signed by its digest, however many statements it names', () => {
  const restoration = found.statements.find(isRestoration)!;
  const superseded = Array.from({ length: 50_000 }, (_, number) => ({ number, digest: '0'.repeat(64) }));
  // KMS signs 4,096 bytes at most.
  expect(signedText({ ...restoration, superseded }).length).toBeLessThan(4_096);
  expect(signedText({ ...restoration, superseded })).not.toBe(signedText(restoration));
});
