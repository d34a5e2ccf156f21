import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createScan } from '#app/scans/create-scan.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { PoolConflict } from '@scangate/domain/credits/credit-pool';
import { Replay } from '@scangate/domain/idempotency';
import type { Store } from '#ports/store.ts';
import { fullScan } from '#test/support/full-scan.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { commitHash, workflowWorld } from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, noon, write } from '#test/support/world.ts';

/** Requests that create the same scan, in every order of their reads and writes. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

interface Answer {
  status: number;
  scanId: string;
  deduplicated: boolean;
}

const openWorld = async (credits: number) => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const organization = await newOrganization(store, { credits: { core: credits } });
  const repository = await newRepository(store, organization.organizationId, [['', 'npm']]);
  let runs = 0;
  const request = async (on: Store, key?: string, commit = commitHash): Promise<Answer> => {
    // Each request is made by a run of its own, so that each has a statement to store.
    const ci = { ...fullScan.ci, runId: String((runs += 1)) };
    const caller = { ...organization.as('member'), ci };
    const { organizationId } = caller;
    const idempotency =
      key === undefined ? undefined : { organizationId, operation: 'create-scan', key, bodyHash: 'h' };
    const body = { repositoryId: repository.repositoryId, commitHash: commit };
    const ports = { ...world, store: on } as never;
    const answered = await createScan({ caller, body, idempotency }, ports, noon).catch((error: unknown) => {
      if (error instanceof Replay) return error.answer;
      throw error;
    });
    const { scanId, deduplicated } = answered.body as Answer;
    return { status: answered.status, scanId, deduplicated };
  };
  const end = (on: Store, scanId: string, status: 'cancelled' | 'failed') =>
    endScan(
      {
        organizationId: organization.organizationId,
        scanId,
        outcomeOf: () =>
          status === 'failed' ? { status, failure: { errorCode: 'system_error', error: 'x' } } : { status },
      },
      { store: on, blobs: world.blobs },
      later(1),
    );
  const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
  /** Each scan has its statement, and there is no other one. */
  const expectStatements = () => {
    const names = store.all('scan').map((scan) => `pipelines/${scan.organizationId}/${scan.pipelineDigest}`);
    expect([...world.blobs.objects.keys()].toSorted()).toEqual(names.toSorted());
  };
  return { store, world, request, end, balance, expectStatements };
};

const picks = fc.array(fc.nat(4), { minLength: 1, maxLength: 20 });

describe('concurrent equal requests', () => {
  test('create one scan that is debited once; the others return it', async () => {
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const { store, world, request, balance, expectStatements } = await openWorld(5);
        const answers: Answer[] = [];
        const requesting = async (on: Store) => void answers.push(await request(on));
        await interleave(store, order, [requesting, requesting, requesting, requesting]);
        const [scan] = store.all('scan');
        expect(store.all('scan')).toHaveLength(1);
        expect(answers.map(({ scanId }) => scanId)).toEqual(answers.map(() => scan?.scanId));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
        expect(answers.every(({ status, deduplicated }) => deduplicated === (status === 200))).toBe(true);
        expect([balance(), world.started.includes(scan?.scanId ?? '')]).toEqual([4, true]);
        expectStatements();
        const lost = world.started.filter((id) => id !== scan?.scanId);
        expect(
          store
            .all('refusedScan')
            .map(({ scanId }) => scanId)
            .toSorted(),
        ).toEqual(lost.toSorted());
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }),
    );
  });

  test('create one scan without a refusal when the pool can pay for one only', async () => {
    await fc.assert(
      fc.asyncProperty(picks, fc.constantFrom(undefined, 'key'), async (order, key) => {
        const { store, request, balance, expectStatements } = await openWorld(1);
        const requesting = (on: Store) => request(on, key);
        await interleave(store, order, [requesting, requesting, requesting]);
        expect([store.all('scan').length, balance()]).toEqual([1, 0]);
        expectStatements();
      }),
    );
  });

  test('with one Idempotency-Key get one answer, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const { store, request, balance, expectStatements } = await openWorld(5);
        const answers: Answer[] = [];
        const requesting = async (on: Store) => void answers.push(await request(on, 'key'));
        await interleave(store, order, [requesting, requesting, requesting]);
        expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
        expect([store.all('scan').length, balance()]).toEqual([1, 4]);
        expectStatements();
      }),
    );
  });

  test.each(['cancelled', 'failed'] as const)(
    'while an earlier scan is %s: every debited scan exists, and every refund is booked',
    async (status) => {
      await fc.assert(
        fc.asyncProperty(picks, async (order) => {
          const { store, request, end, balance, expectStatements } = await openWorld(5);
          const { scanId } = await request(store);
          const answers: Answer[] = [];
          const requesting = async (on: Store) => void answers.push(await request(on));
          await interleave(store, order, [requesting, (on) => end(on, scanId, status), requesting]);
          const ids = new Set(store.all('scan').map((scan) => scan.scanId));
          expect(answers.every((one) => ids.has(one.scanId))).toBe(true);
          expect(ids.size).toBeLessThanOrEqual(2);
          expect(balance()).toBe(ids.size === 2 ? 4 : 5);
          expectStatements();
          expect(violationsOf(moneyRecords(store))).toEqual([]);
        }),
      );
    },
  );
});

/**
 * A store whose first batch of a request is not a snapshot: it has the rows of the last loads as they were
 * before.
 */
const tearing = (store: MemoryStore, before: (refs: readonly { record: string }[]) => Promise<unknown[]>) => {
  let loads = 0;
  const torn = new Proxy(store, {
    get: (target, name) => {
      if (name !== 'load') return Reflect.get(target, name)?.bind?.(target) ?? Reflect.get(target, name);
      return async (refs: readonly { record: string }[]) => {
        loads += 1;
        const [earlier, loaded] = [await before(refs), await target.load(refs as never)];
        const isFirst = loads === 1;
        return refs.map(({ record }, index) =>
          isFirst && (record === 'dedup' || record === 'idempotency') ? earlier[index] : loaded[index],
        );
      };
    },
  });
  return { torn, loads: () => loads };
};

describe('a request that finds the pool empty', () => {
  test.each([undefined, 'key'])(
    'because an equal one debited it meanwhile, returns the same scan (key: %s)',
    async (key) => {
      const { store, request } = await openWorld(1);
      const { scanId } = await request(store, key);
      const { torn, loads } = tearing(store, async (refs) => refs.map(() => undefined));
      expect(await request(torn, key)).toMatchObject({ scanId });
      expect([store.all('scan').length, loads()]).toEqual([1, 2]);
    },
  );

  test('that no creation has debited for a minute is refused by one batch of reads', async () => {
    const { store, request, balance } = await openWorld(1);
    const { scanId } = await request(store);
    for (const { accountId, pool } of store.all('pool'))
      await write(store, [
        {
          change: 'update',
          record: 'pool',
          id: { accountId, pool },
          set: { debitedAt: later(-61).toISOString() },
        },
      ]);
    const { torn, loads } = tearing(store, (refs) => store.load(refs as never));
    expect(await request(torn)).toMatchObject({ status: 200, scanId });
    await expect(request(torn, undefined, 'f'.repeat(40))).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect([loads(), balance()]).toEqual([2, 0]);
  });

  test('that was never debited is refused by one batch of reads', async () => {
    const { store, request } = await openWorld(0);
    const { torn, loads } = tearing(store, (refs) => store.load(refs as never));
    await expect(request(torn)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(loads()).toBe(1);
  });
});

test('a scan whose dedup row was replaced by one of another policy ends with its refund and leaves the row', async () => {
  const { store, request, end, balance } = await openWorld(5);
  const first = await request(store);
  for (const { organizationId } of store.all('organization'))
    await write(store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: { policyDigest: 'another' } },
    ]);
  const second = await request(store);
  expect([second.status, balance()]).toEqual([201, 3]);
  await end(store, first.scanId, 'failed');
  expect([await request(store), balance()]).toMatchObject([{ status: 200, scanId: second.scanId }, 4]);
  expect(violationsOf(moneyRecords(store))).toEqual([]);
});

test('a request that a loaded gate refuses starts nothing', async () => {
  const { store, world, request } = await openWorld(0);
  await expect(request(store)).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect(world.started).toEqual([]);
});

test('the retries of one request start one execution, under the id of the created scan', async () => {
  const { store, world, request } = await openWorld(5);
  const commit = store.commit.bind(store);
  let conflicts = 0;
  store.commit = async (changes) => {
    const debit = changes.find((change) => change.record === 'pool');
    if (!debit || conflicts++ > 2) return commit(changes);
    return { change: { ...debit, onConflict: () => new PoolConflict() }, found: undefined } as never;
  };
  const { scanId } = await request(store);
  expect(world.started).toEqual([scanId]);
});

test('a dedup row that successive failing scans hold is answered with temporarily_unavailable', async () => {
  const { store, request, end } = await openWorld(5);
  const commit = store.commit.bind(store);
  const { scanId } = await request(store);
  await end(store, scanId, 'failed');
  store.commit = async (changes) => {
    const dedup = changes.find((change) => change.record === 'dedup');
    if (!dedup || dedup.change !== 'insert') return commit(changes);
    return { change: dedup, found: { ...dedup.item, scanId } } as never;
  };
  await expect(request(store)).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    members: { retryAfterSeconds: 1 },
  });
});

test('conflicts that resolve are not a refusal: thirty in a row still end in one scan', async () => {
  const { store, request, end, balance } = await openWorld(5);
  const commit = store.commit.bind(store);
  const { scanId } = await request(store);
  await end(store, scanId, 'failed');
  let conflicts = 0;
  store.commit = async (changes) => {
    const dedup = changes.find((change) => change.record === 'dedup');
    if (!dedup || dedup.change !== 'insert' || conflicts === 30) return commit(changes);
    conflicts++;
    return { change: dedup, found: { ...dedup.item, scanId } } as never;
  };
  expect(await request(store)).toMatchObject({ status: 201, deduplicated: false });
  expect([store.all('scan').length, balance()]).toEqual([2, 4]);
});
