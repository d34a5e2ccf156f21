import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createScan } from '#functions/api/create-scan/handler.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { Replay } from '@scangate/domain/idempotency';
import type { Store } from '#ports/store.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { commitHash, workflowWorld } from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, noon, testIds } from '#test/support/world.ts';

/** Requests to create the same scan, in every order of their reads and writes. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

interface Said {
  status: number;
  scanId: string;
  deduplicated: boolean;
}

const openWorld = async (credits: number) => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const organization = await newOrganization(store, { credits: { core: credits } });
  const repository = await newRepository(store, organization.organizationId, [['', 'npm']]);
  const caller = organization.as('member');
  const ask = async (on: Store, key?: string): Promise<Said> => {
    const { organizationId } = caller;
    const idempotency =
      key === undefined ? undefined : { organizationId, operation: 'create-scan', key, bodyHash: 'h' };
    const body = { repositoryId: repository.repositoryId, commitHash };
    const request = { caller, body, idempotency, ids: testIds, now: noon };
    const answered = await createScan(request as never, { ...world, store: on } as never).catch(
      (error: unknown) => {
        if (error instanceof Replay) return error.answer;
        throw error;
      },
    );
    const { scanId, deduplicated } = answered.body as Said;
    return { status: answered.status, scanId, deduplicated };
  };
  const end = (on: Store, scanId: string, status: 'cancelled' | 'failed') =>
    endScan(
      { organizationId: caller.organizationId, scanId },
      () =>
        status === 'failed' ? { status, failure: { errorCode: 'system_error', error: 'x' } } : { status },
      { store: on, blobs: world.blobs },
      later(1),
    );
  const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
  return { store, world, ask, end, balance };
};

const picks = fc.array(fc.nat(4), { minLength: 1, maxLength: 20 });

describe('equal requests at once', () => {
  test('are one scan, debited once; the others are told of it', async () => {
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const { store, world, ask, balance } = await openWorld(5);
        const said: Said[] = [];
        const asking = async (on: Store) => void said.push(await ask(on));
        await interleave(store, order, [asking, asking, asking, asking]);
        const [scan] = store.all('scan');
        expect(store.all('scan')).toHaveLength(1);
        expect(said.map(({ scanId }) => scanId)).toEqual(said.map(() => scan?.scanId));
        expect(said.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
        expect(said.every(({ status, deduplicated }) => deduplicated === (status === 200))).toBe(true);
        expect([balance(), world.started.length]).toEqual([4, 1]);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }),
    );
  });

  test('that nobody can pay for but one are one scan and no refusal', async () => {
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const { store, ask, balance } = await openWorld(1);
        const asking = (on: Store) => ask(on);
        await interleave(store, order, [asking, asking, asking]);
        expect([store.all('scan').length, balance()]).toEqual([1, 0]);
      }),
    );
  });

  test('under one Idempotency-Key are one answer, word for word', async () => {
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const { store, ask, balance } = await openWorld(5);
        const said: Said[] = [];
        const asking = async (on: Store) => void said.push(await ask(on, 'key'));
        await interleave(store, order, [asking, asking, asking]);
        expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
        expect([store.all('scan').length, balance()]).toEqual([1, 4]);
      }),
    );
  });

  test.each(['cancelled', 'failed'] as const)(
    'while an earlier one is %s: no scan is debited without standing, none keeps what it owes',
    async (status) => {
      await fc.assert(
        fc.asyncProperty(picks, async (order) => {
          const { store, ask, end, balance } = await openWorld(5);
          const { scanId } = await ask(store);
          const said: Said[] = [];
          const asking = async (on: Store) => void said.push(await ask(on));
          await interleave(store, order, [asking, (on) => end(on, scanId, status), asking]);
          const ids = new Set(store.all('scan').map((scan) => scan.scanId));
          expect(said.every((one) => ids.has(one.scanId))).toBe(true);
          expect(ids.size).toBeLessThanOrEqual(2);
          expect(balance()).toBe(ids.size === 2 ? 4 : 5);
          expect(violationsOf(moneyRecords(store))).toEqual([]);
        }),
      );
    },
  );
});

test('a place that is taken by one failing scan after the other is something that may pass', async () => {
  const { store, ask, end } = await openWorld(5);
  const commit = store.commit.bind(store);
  const { scanId } = await ask(store);
  await end(store, scanId, 'failed');
  store.commit = async (changes) => {
    const dedup = changes.find((change) => change.record === 'dedup');
    if (!dedup || dedup.change !== 'insert') return commit(changes);
    return { change: dedup, found: { ...dedup.item, scanId } } as never;
  };
  await expect(ask(store)).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    members: { retryAfterSeconds: 1 },
  });
});
