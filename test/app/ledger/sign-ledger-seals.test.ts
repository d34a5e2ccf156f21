import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import { signLedgerSeals } from '#app/ledger/sign-ledger-seals.ts';
import { log } from '#runtime/log.ts';
import type { LedgerSeal } from '@scangate/domain/records';
import { compareEntries } from '@scangate/domain/ledger/ledger-view';
import { sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { statementName } from '@scangate/domain/ledger/seal-statement';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { memorySealStore, nothingSigned } from '#test/support/billing/memory-ledger-seal-store.ts';
import { bookMany } from '#test/support/billing/sealed-ledger.ts';
import { later, noon } from '#test/support/world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const { signal } = new AbortController();
const hours = (count: number) => later(count * 3_600);
const metric = vi.spyOn(log, 'metric');

let store: MemoryStore;
let accountId: string;
beforeEach(async () => {
  metric.mockClear();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  accountId = await provisionAccount(store, noon.toISOString());
});

const id = () => ({ accountId, pool: 'core' as const });
const seal = (at: Date) =>
  sealPool(
    id(),
    { store, log, timer: { sleep: async () => undefined }, sealStore: nothingSigned },
    taskContextAt(at),
  );
const seals = () => store.all('ledgerSeal').toSorted((a, b) => a.number - b.number);

/** Two segments: the first of the provisioned account, the second of what was booked later. */
const twoSegments = async (): Promise<LedgerSeal[]> => {
  await seal(hours(2));
  await bookMany(store, { accountId, count: 3, at: hours(3) });
  await seal(hours(5));
  expect(seals()).toHaveLength(2);
  return seals();
};

test('each seal is signed and stored once', async () => {
  const { sealStore, kept } = memorySealStore();
  const sealed = await twoSegments();
  const ports = { store, sealStore, log };
  expect(await signLedgerSeals(id(), ports, { signal })).toBe(2);
  expect([...kept.keys()]).toEqual(sealed.map(statementName));
  expect(await signLedgerSeals(id(), ports, { signal })).toBe(0);
  expect(metric).not.toHaveBeenCalled();
});

test('a run that ended early is continued', async () => {
  const { sealStore, kept } = memorySealStore();
  await twoSegments();
  let left = 1;
  const failing = {
    ...sealStore,
    keep: async (name: string, bytes: Uint8Array) => {
      if (left-- === 0) throw new Error('the process ended');
      return sealStore.keep(name, bytes);
    },
  };
  await expect(signLedgerSeals(id(), { store, sealStore: failing, log }, { signal })).rejects.toThrow(
    'ended',
  );
  expect(kept.size).toBe(1);
  expect(await signLedgerSeals(id(), { store, sealStore, log }, { signal })).toBe(1);
  expect(kept.size).toBe(2);
});

test.each([
  ['a seal that was rewritten', (text: string) => text.replace(/"balance":\d+/, '"balance":1')],
  [
    'a statement with a foreign signature',
    (text: string) =>
      text.replace(
        /("signature":".{60})(.)/,
        (_, head: string, sign: string) => head + (sign === 'A' ? 'B' : 'A'),
      ),
  ],
  ['a statement without a signature', (text: string) => text.replace(/,"signature":"[^"]+"/, '')],
])('%s raises the alarm of a ledger that does not add up', async (_, change) => {
  const { sealStore, kept } = memorySealStore();
  await twoSegments();
  const ports = { store, sealStore, log };
  await signLedgerSeals(id(), ports, { signal });
  const [name, bytes] = [...kept].at(-1) ?? ['', new Uint8Array()];
  const changed = change(Buffer.from(bytes).toString());
  expect(changed).not.toBe(Buffer.from(bytes).toString());
  kept.set(name, Buffer.from(changed));
  expect(await signLedgerSeals(id(), ports, { signal })).toBeUndefined();
  expect(metric).toHaveBeenCalledWith('LedgerDrift', 1);
});

/** A store whose table returns only some of the seals. */
const withSeals = (left: readonly LedgerSeal[]) => ({
  list: (async () => ({ items: left.toReversed() })) as unknown as MemoryStore['list'],
});

test.each([
  ['the last seal', 1],
  ['every seal', 0],
])(
  'a table that lost %s, which was signed, raises the alarm of a ledger that does not add up',
  async (_, left) => {
    const { sealStore, kept } = memorySealStore();
    const sealed = await twoSegments();
    await signLedgerSeals(id(), { store, sealStore, log }, { signal });
    const cut = { store: withSeals(sealed.slice(0, left)), sealStore, log };
    expect(await signLedgerSeals(id(), cut, { signal })).toBeUndefined();
    expect(metric).toHaveBeenCalledWith('LedgerDrift', 1);
    expect(kept.size).toBe(2);
  },
);

test('a seal that another run signed meanwhile is not reported as lost', async () => {
  const { sealStore } = memorySealStore();
  const sealed = await twoSegments();
  await signLedgerSeals(id(), { store, sealStore, log }, { signal });
  let looks = 0;
  const behind = {
    list: (async () => ({
      items: (looks++ > 0 ? sealed : sealed.slice(0, 1)).toReversed(),
    })) as unknown as MemoryStore['list'],
  };
  expect(await signLedgerSeals(id(), { store: behind, sealStore, log }, { signal })).toBe(0);
  expect(metric).not.toHaveBeenCalled();
});

test('a seal that is not visible yet to eventually consistent reads is signed at once', async () => {
  const { sealStore, kept } = memorySealStore();
  const sealed = await twoSegments();
  const lagging = {
    list: (async (_list: string, _owner: unknown, { consistent }: { consistent?: boolean }) => ({
      items: (consistent ? sealed : sealed.slice(0, 1)).toReversed(),
    })) as unknown as MemoryStore['list'],
  };
  expect(await signLedgerSeals(id(), { store: lagging, sealStore, log }, { signal })).toBe(2);
  expect(kept.size).toBe(2);
});

test('a ledger that was rewritten with its chain and its seals is detected, since the signed statements remain', async () => {
  const { sealStore } = memorySealStore();
  await twoSegments();
  await signLedgerSeals(id(), { store, sealStore, log }, { signal });
  const forged: LedgerSeal[] = [];
  for (const old of seals()) {
    const through = store
      .all('ledgerEntry')
      .filter(
        ({ at, pool }) => pool === 'core' && at <= old.throughAt && at > (forged.at(-1)?.throughAt ?? ''),
      )
      .toSorted((a, b) => (`${a.at}${a.cause}` < `${b.at}${b.cause}` ? -1 : 1))
      .map((entry, index) => (index === 0 ? { ...entry, amount: entry.amount + 1_000 } : entry));
    forged.push(sealEntries(id(), { last: forged.at(-1), entries: through }, old.sealedAt));
  }
  expect(forged).toHaveLength(2);
  expect(
    await signLedgerSeals(id(), { store: withSeals(forged), sealStore, log }, { signal }),
  ).toBeUndefined();
  expect(metric).toHaveBeenCalledWith('LedgerDrift', 1);
});

test('a seal that leaves numbers out is not signed without a restoration, and raises the alarm', async () => {
  const { sealStore, kept } = memorySealStore();
  const [first, second] = await twoSegments();
  const entries = store
    .all('ledgerEntry')
    .filter(({ at, pool }) => pool === 'core' && at > first!.throughAt && at <= second!.throughAt);
  const apart = sealEntries(
    id(),
    { last: first, entries: entries.toSorted(compareEntries), number: 4 },
    second!.sealedAt,
  );
  const ports = { store: withSeals([first!, apart]), sealStore, log };
  expect(await signLedgerSeals(id(), ports, { signal })).toBeUndefined();
  expect([metric.mock.calls, kept.size]).toEqual([[['LedgerDrift', 1]], 0]);
});
