import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import {
  commitHash,
  createdScan,
  newScan,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, write } from '#test/support/world.ts';

let store: MemoryStore;
let world: WorkflowWorld;
beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
});

type CreatedScan = Pick<Awaited<ReturnType<typeof createdScan>>, 'ref'>;
const units: [string, 'npm'][] = [['', 'npm']];
const failure = { errorCode: 'repo_access', error: 'The host refused bob@example.com.' } as const;

const end = ({ ref }: CreatedScan, outcome: ScanOutcome, at = later(60)) =>
  endScan({ ...ref, outcomeOf: () => outcome }, world, at);

/** Runs a scan to its verdict. */
const complete = async ({ ref }: CreatedScan, found: Parameters<typeof storeUnitResult>[2] = {}) => {
  const prepared = await prepareScan(ref, world as never, taskContextAt());
  const results = [];
  for (const unit of prepared.units)
    results.push(await storeUnitResult(world.blobs, { ...ref, ...unit }, found));
  return finishScan({ ...prepared, results } as never, world as never, taskContextAt(later(30)));
};

const listenedScan = async (request: Parameters<typeof createdScan>[2] = {}, ...listens: string[]) => {
  const created = await createdScan(world, units, request);
  await listenTo(store, created.ref.organizationId, listens.length > 0 ? listens : ['*']);
  return created;
};

describe('the end of a scan', () => {
  test('emits an event with its verdict, its numbers and the fields for filters', async () => {
    const created = await listenedScan({ request: { branch: 'main', pullRequest: { number: 7 } } });
    await complete(created, {
      counts: { dependencies: { critical: 0, high: 2, medium: 1, low: 0, unknown: 0 } },
    });
    const { scanId } = created.ref;
    const { repositoryId, fullName } = created.repository;
    expect(emittedEvents(store)).toMatchObject([
      {
        type: 'scan.completed',
        at: later(30).toISOString(),
        about: { repositoryId, branch: 'main', severity: 'high', verdict: 'PASS' },
        data: {
          scanId,
          repository: { repositoryId, fullName },
          commitHash,
          pullRequest: { number: 7 },
          verdict: 'PASS',
          counts: { vulnerabilities: { high: 2, total: 3 } },
          link: `/v1/scans/${scanId}`,
        },
      },
    ]);
  });

  test('emits a failed event when it did not pass, too, with the same numbers', async () => {
    const created = await listenedScan();
    await complete(created, {
      counts: { dependencies: { critical: 2, high: 0, medium: 0, low: 0, unknown: 0 } },
    });
    const [completed, failed] = emittedEvents(store);
    expect([completed?.type, failed?.type]).toEqual(['scan.completed', 'scan.failed']);
    expect(failed).toMatchObject({ about: { verdict: 'FAIL', severity: 'critical' } });
    expect(failed?.data).toEqual(completed?.data);
  });

  test('by a failure reports the code but not the message, which the host may have written', async () => {
    const created = await listenedScan();
    await end(created, { status: 'failed', failure });
    expect(emittedEvents(store)).toMatchObject([
      {
        type: 'scan.failed',
        about: { verdict: 'ERROR' },
        data: { verdict: 'ERROR', reason: 'scan_failed', errorCode: 'repo_access' },
      },
    ]);
    expect(JSON.stringify(emittedEvents(store))).not.toContain('refused');
  });

  test('masks credentials in the name of a branch', async () => {
    const branch = `alice@example.com/sgs_${'k3'.repeat(18)}/${'x'.repeat(400)}`;
    const created = await listenedScan({ request: { branch: branch.slice(0, 255) } });
    await end(created, { status: 'failed', failure });
    const [event] = emittedEvents(store);
    expect(event?.data['branch']).toMatch(/^…\/…\/x+$/);
  });

  test('by a cancellation emits one event, however often it is requested', async () => {
    const created = await listenedScan();
    await end(created, { status: 'cancelled' });
    await end(created, { status: 'cancelled' }, later(90));
    await end(created, { status: 'failed', failure }, later(90));
    expect(emittedTypes(store)).toEqual(['scan.cancelled']);
  });

  test('of a scan with a base reports its check, too', async () => {
    const created = await listenedScan({ request: { baseCommitHash: 'b'.repeat(40) } });
    await end(created, { status: 'failed', failure });
    expect(emittedTypes(store)).toEqual(['pull_request_check.completed', 'scan.failed']);
    expect(emittedEvents(store)[1]).toMatchObject({
      data: {
        verdict: 'ERROR',
        reason: 'scan_failed',
        base: { commitHash: 'b'.repeat(40), verified: false },
      },
    });
  });

  test('that is refused emits nothing', async () => {
    const created = await listenedScan();
    const commit = store.commit.bind(store);
    store.commit = async (changes) =>
      commit(
        changes.map((change) =>
          change.record === 'scan' && change.change === 'update'
            ? {
                ...change,
                when: [{ field: 'status', is: 'equal', value: 'completed' }],
                onConflict: () => new Error('no'),
              }
            : change,
        ) as typeof changes,
      );
    await expect(end(created, { status: 'cancelled' })).rejects.toThrow('no');
    expect(emittedEvents(store)).toEqual([]);
  });

  test.each([['scan.completed'], ['finding.*']])(
    'emits nothing for a subscriber of %s alone',
    async (pattern) => {
      const created = await listenedScan({}, pattern);
      await end(created, { status: 'cancelled' });
      expect(emittedEvents(store)).toEqual([]);
    },
  );
});

describe('low credits', () => {
  const available = (organizationId: string, left: number) =>
    write(store, [
      {
        change: 'update',
        record: 'pool',
        id: { accountId: organizationId, pool: 'core' },
        set: { available: left },
      },
    ]);

  test('are reported once a period, by the first scan that ends', async () => {
    const first = await listenedScan({}, 'credits.*');
    const { organizationId } = first.ref;
    const caller = first.organization.as('member');
    const second = await newScan(store, {
      caller,
      repository: first.repository,
      request: { commitHash: 'd'.repeat(40) },
    });
    await available(organizationId, 20);
    world.sources.commits.set('d'.repeat(40), { 'package-lock.json': '{}' });
    await complete(first);
    await complete({ ref: { organizationId, scanId: second.scanId } });
    expect(emittedEvents(store)).toMatchObject([
      { type: 'credits.low', data: { pool: 'core', state: 'low', available: 20, included: 500 } },
    ]);
  });

  test('are not reported when the refunds of the same transaction fill the pool', async () => {
    const created = await listenedScan({ credits: 3 }, 'credits.low');
    await available(created.ref.organizationId, 0);
    await end(created, { status: 'cancelled' });
    expect(emittedEvents(store)).toEqual([]);
  });

  test('beside a refund are marked in one write of the pool', async () => {
    const created = await listenedScan({ credits: 100 }, 'credits.low');
    await available(created.ref.organizationId, 5);
    await write(store, [
      {
        change: 'update',
        record: 'pool',
        id: { accountId: created.ref.organizationId, pool: 'core' },
        set: { consumed: 95 },
      },
    ]);
    await end(created, { status: 'cancelled' });
    expect(emittedEvents(store)).toMatchObject([{ data: { available: 6, included: 100 } }]);
    const pool = store.all('pool').find((each) => each.pool === 'core');
    expect(pool).toMatchObject({ available: 6, consumed: 94, toldLowIn: pool?.periodStartAt });
  });

  test('of a parent are reported to the parent, never to the client whose scan ended', async () => {
    const parent = await newOrganization(store);
    const client = await newOrganization(store, { parent: parent.organizationId });
    const repository = await newRepository(store, client.organizationId, units);
    const scan = await newScan(store, { caller: client.as('member'), repository });
    for (const { organizationId } of [parent, client]) await listenTo(store, organizationId, ['*']);
    await available(parent.organizationId, 1);
    await complete({ ref: { organizationId: client.organizationId, scanId: scan.scanId } });
    expect(emittedTypes(store, parent.organizationId)).toEqual(['credits.low']);
    expect(emittedTypes(store, client.organizationId)).toEqual(['scan.completed']);
  });
});

test('the end of a scan costs no additional calls or writes when there is no subscriber', async () => {
  const counted = async (listens: string[]) => {
    store = new MemoryStore();
    world = workflowWorld(store);
    const created = await listenedScan({}, ...listens);
    const calls: string[] = [];
    const commit = store.commit.bind(store);
    const load = store.load.bind(store);
    store.commit = async (changes) => {
      calls.push(...changes.map(({ change, record }) => `${change} ${record}`));
      return commit(changes);
    };
    store.load = (async (...args: Parameters<typeof load>) => {
      calls.push('load');
      return load(...args);
    }) as typeof store.load;
    await end(created, { status: 'cancelled' });
    return calls;
  };
  const [silent, heard] = [await counted(['member.joined']), await counted(['*'])];
  expect(silent.filter((call) => call === 'load')).toHaveLength(1);
  expect(silent).not.toContain('insert storedEvent');
  expect(heard.toSorted()).toEqual([...silent, 'insert storedEvent'].toSorted());
});
