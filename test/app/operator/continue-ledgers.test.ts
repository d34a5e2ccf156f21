import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isRestoration } from '@scangate/domain/ledger/restoration';
import { statementName } from '@scangate/domain/ledger/seal-statement';
import { log } from '#runtime/log.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { RestorableLedger, type KeptTables } from '#test/support/billing/restorable-ledger.ts';
import { verify } from '#test/support/billing/sealed-ledger.ts';
import { runs } from '#test/support/runs/samples.ts';

const metric = vi.spyOn(log, 'metric');
beforeEach(() => {
  metric.mockClear();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const verified = async (ledger: RestorableLedger) =>
  verify(await ledger.export(), { statements: ledger.statements });

/** A ledger with two signed segments, restored to before the second: 5 of 8 credits are lost. */
const restoredLedger = async () => {
  const ledger = await RestorableLedger.open();
  await ledger.book(3);
  await ledger.seal();
  const kept = await ledger.keep();
  await ledger.book(5);
  await ledger.seal();
  await ledger.restore(kept);
  return { ledger, kept };
};

describe('a ledger that was restored to before a signed seal', () => {
  test('continues after a signed restoration, which tells what was lost', async () => {
    const { ledger, kept } = await restoredLedger();
    const { continued, refused, finished } = await ledger.continueFrom(kept);
    expect([refused, finished]).toEqual([[], true]);
    const balances = { balanceBefore: 108, balanceAfter: 103 };
    expect(continued).toEqual([{ ...ledger.id, number: 3, continuesAfter: 1, superseded: 1, ...balances }]);
    expect(metric.mock.calls).toEqual([['LedgersContinued', 1]]);
    await ledger.book(7);
    expect(await ledger.seal()).toBe(1);
    expect(ledger.seals).toEqual([1, 4]);
    expect(await verified(ledger)).toMatchObject({
      pools: [{ sealed: 11, signed: 2, restorations: [{ number: 3, ...balances }] }],
    });
    expect(metric).not.toHaveBeenCalledWith('LedgerDrift', 1);
  });

  test('is neither sealed nor signed before, and raises the alarm every day', async () => {
    const { ledger } = await restoredLedger();
    await ledger.book(1);
    for (let day = 0; day < 2; day++) expect(await ledger.seal()).toBeUndefined();
    expect(metric.mock.calls).toEqual([
      ['LedgerDrift', 1],
      ['LedgerDrift', 1],
    ]);
    expect([ledger.seals, ledger.kept.size]).toEqual([[1], 2]);
  });

  test('is continued once, however often the step runs, also after the chain went on', async () => {
    const { ledger, kept } = await restoredLedger();
    const first = await ledger.continueFrom(kept);
    expect(await ledger.continueFrom(kept)).toEqual(first);
    expect(await ledger.continueFrom({ hour: kept.hour - 1 })).toEqual(first);
    await ledger.book(1);
    await ledger.seal();
    expect((await ledger.continueFrom(kept)).counts).toEqual({ continued: 0, refused: 0 });
    expect(ledger.statements.filter(isRestoration)).toHaveLength(1);
  });

  test('is continued once when the step is cut at any call, or runs twice at the same time', async () => {
    const methods = ['sign', 'keep', 'read', 'verify'] as const;
    const cutAfter = (store: LedgerSealStore, calls: number): LedgerSealStore => {
      let left = calls;
      const cut = methods.map((name) => [
        name,
        async (...args: unknown[]) => {
          if (left-- <= 0) throw new Error('nothing answers any more');
          return (store[name] as (...given: unknown[]) => Promise<unknown>)(...args);
        },
      ]);
      return { ...store, ...(Object.fromEntries(cut) as Pick<LedgerSealStore, (typeof methods)[number]>) };
    };
    let cuts = 0;
    for (let isCut = true; isCut; cuts++) {
      const { ledger, kept } = await restoredLedger();
      const sealStore = cutAfter(ledger.sealStore, cuts);
      isCut = !(await ledger.continueFrom(kept, { sealStore })).finished;
      const both = await Promise.all([ledger.continueFrom(kept), ledger.continueFrom(kept)]);
      for (const { continued } of both) expect(continued).toMatchObject([{ number: 3, balanceAfter: 103 }]);
      expect(ledger.kept.size).toBe(3);
      await ledger.book(1);
      await ledger.seal();
      expect(await verified(ledger)).toHaveProperty('pools');
    }
    expect(cuts).toBeGreaterThan(8);
  });

  test('is continued by one call, although a read fails once', async () => {
    for (let failing = 1; failing <= 3; failing++) {
      const { ledger, kept } = await restoredLedger();
      let reads = 0;
      const read: LedgerSealStore['read'] = async (name) => {
        if (++reads === failing) throw new Error('the bucket does not answer');
        return ledger.sealStore.read(name);
      };
      const answer = await ledger.continueFrom(kept, { sealStore: { ...ledger.sealStore, read } });
      expect(answer).toMatchObject({ counts: { continued: 1, refused: 0 }, finished: true });
    }
  });

  test('keeps a seal that the job makes while the step runs again', async () => {
    const { ledger, kept } = await restoredLedger();
    await ledger.continueFrom(kept);
    await ledger.book(7);
    let isFirst = true;
    const read: LedgerSealStore['read'] = async (name) => {
      if (isFirst) {
        isFirst = false;
        await ledger.seal();
      }
      return ledger.sealStore.read(name);
    };
    const { counts } = await ledger.continueFrom(kept, { sealStore: { ...ledger.sealStore, read } });
    expect(counts).toEqual({ continued: 0, refused: 0 });
    expect(ledger.statements.filter(isRestoration)).toHaveLength(1);
    expect(await verified(ledger)).toMatchObject({ pools: [{ sealed: 11, signed: 2 }] });
  });
});

describe('the step refuses', () => {
  const refusalOf = async (ledger: RestorableLedger, hour: number): Promise<string | undefined> => {
    const before = ledger.kept.size;
    const { refused, counts } = await ledger.continueFrom({ hour });
    expect([counts.continued, ledger.kept.size]).toEqual([0, before]);
    return refused[0]?.refused;
  };

  test('an instant in the future', async () => {
    const { ledger } = await restoredLedger();
    await expect(ledger.continueFrom({ hour: ledger.hour + 1 })).rejects.toMatchObject({ code: 'conflict' });
    expect(ledger.kept.size).toBe(2);
  });

  test('an instant before a seal that the tables contain', async () => {
    const { ledger, kept } = await restoredLedger();
    expect(await refusalOf(ledger, kept.hour - 1)).toContain(
      'the tables contain seal 1, which was made after',
    );
  });

  test('an instant long after a seal that the tables lack', async () => {
    const { ledger, kept } = await restoredLedger();
    expect(await refusalOf(ledger, kept.hour + 4)).toContain('segment 2 was sealed before');
  });

  test('to call entries lost that the tables contain', async () => {
    const ledger = await RestorableLedger.open();
    await ledger.book(3);
    await ledger.seal();
    const { hour } = ledger;
    await ledger.book(5);
    const kept = await ledger.keep();
    await ledger.seal();
    await ledger.restore(kept);
    expect(await refusalOf(ledger, hour)).toContain('the tables contain entries from after');
    expect((await ledger.continueFrom(kept)).continued).toMatchObject([
      { balanceBefore: 108, balanceAfter: 108 },
    ]);
  });

  test('tables whose last seal is not the one that was signed', async () => {
    const { ledger, kept } = await restoredLedger();
    const seal = ledger.store.all('ledgerSeal')[0]!;
    await ledger.restore(kept);
    const forged = Object.assign(Object.create(ledger.store) as typeof ledger.store, {
      list: async (...args: Parameters<typeof ledger.store.list>) =>
        args[0] === 'seals' ? { items: [{ ...seal, balance: 1 }] } : ledger.store.list(...args),
      listDue: ledger.store.listDue.bind(ledger.store),
    });
    const { refused } = await ledger.continueFrom(kept, { store: forged as never });
    expect(refused).toMatchObject([{ refused: 'seal 1 in the tables is not the one that was signed' }]);
  });

  test('statements that the key did not sign', async () => {
    const { ledger, kept } = await restoredLedger();
    const name = statementName({ ...ledger.id, number: 2 });
    const text = Buffer.from(ledger.kept.get(name)!).toString();
    ledger.kept.set(name, Buffer.from(text.replace('"balance":108', '"balance":104')));
    expect(await refusalOf(ledger, kept.hour)).toBe('statement 2 is not signed by the key');
  });

  test('nothing of tables that lack no seal', async () => {
    const ledger = await RestorableLedger.open();
    await ledger.book(3);
    await ledger.seal();
    expect(await refusalOf(ledger, 1)).toBeUndefined();
  });
});

describe('whatever is booked, sealed and restored, in any order', () => {
  /** Credits are booked, or the ledger is sealed, or the tables are restored to before some of these steps. */
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ book: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 5, arbitrary: fc.constant('seal' as const) },
    { weight: 3, arbitrary: fc.record({ back: fc.integer({ min: 1, max: 8 }) }) },
  );
  type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

  /** Acts, and follows the credits as a model does: a restore takes back what was booked since. */
  const play = async (acts: readonly Act[]) => {
    const ledger = await RestorableLedger.open();
    const kept: (KeptTables & { credits: number })[] = [];
    let credits = ledger.available;
    for (const one of acts) {
      kept.push({ ...(await ledger.keep()), credits });
      if (one === 'seal') expect(await ledger.seal()).toBeDefined();
      else if ('book' in one) {
        await ledger.book(one.book);
        credits += one.book;
      } else {
        const tables = kept.at(-one.back) ?? kept[0]!;
        await ledger.restore(tables);
        credits = tables.credits;
        expect((await ledger.continueFrom(tables)).refused).toEqual([]);
      }
      expect(ledger.available).toBe(credits);
    }
    await ledger.book(1);
    expect(await ledger.seal()).toBeDefined();
    return ledger;
  };

  test('the chain continues, verifies, and tells of each restoration; without any of them it does not verify', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 16 }), async (acts) => {
        const ledger = await play(acts);
        const { statements } = ledger;
        const restorations = statements.filter(isRestoration);
        const text = await ledger.export();
        const all = verify(text, { statements });
        expect(all).toHaveProperty('pools');
        const [pool] = 'pools' in all ? all.pools : [];
        expect(pool?.restorations ?? []).toEqual(restorations);
        for (const statement of statements) {
          if (statement.number === 1) continue;
          const rest = statements.filter((other) => other !== statement);
          expect(verify(text, { statements: rest })).toHaveProperty('reason');
        }
      }),
      { numRuns: runs(300) },
    );
    expect(metric).not.toHaveBeenCalledWith('LedgerDrift', 1);
  });
});
