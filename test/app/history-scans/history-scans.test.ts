import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { getHistoryScan, listHistoryScans, startHistoryScan } from '#app/history-scans/history-scans.ts';
import { sweepHistoryScans } from '#app/history-scans/sweep-history-scans.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { addMs } from '@scangate/domain/instant';
import { installBackoff } from '#ports/backoff.ts';
import { amounts, isPartOf, secretsOf, violations } from '#test/support/history/history-facts.ts';
import { commitOfFile, head, historyWorld } from '#test/support/history/history-world.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { later, noon, write } from '#test/support/world.ts';

beforeEach(() => installBackoff({ random: () => 0, sleep: async () => {} }));

const { signal } = new AbortController();
const part = historyLimits.filesPerCredit;

/** The refusal of a use case. */
const refusalOf = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => expect.unreachable('it was expected to be refused'),
    (error: unknown) => error,
  );

describe('a quote', () => {
  test('counts each content once, names its price and debits nothing', async () => {
    const world = await historyWorld({ files: 2 * part + 1, slices: 3 });
    const historyScanId = await world.quoted();
    expect(world.scanOf(historyScanId)).toMatchObject({
      status: 'quoted',
      files: 2 * part + 1,
      credits: 3,
      head,
    });
    expect([amounts(world), world.started]).toEqual([[], ['quote 1']]);
  });

  test('of a history that cannot be read fails with the code of its host', async () => {
    const world = await historyWorld();
    world.historyReader.fails = ({ kind }) => kind === 'plan';
    expect(world.scanOf(await world.quoted())).toMatchObject({ status: 'failed', errorCode: 'repo_access' });
  });

  test('reports the commits that could not be listed', async () => {
    const world = await historyWorld({ files: 4, slices: 2, unread: ['more than 20000 branches and tags'] });
    world.historyReader.fails = (question) => question.kind === 'list' && question.slice === 2;
    expect(world.scanOf(await world.quoted())).toMatchObject({
      status: 'quoted',
      files: 2,
      gaps: [
        { reason: 'more than 20000 branches and tags', count: 1 },
        { reason: 'ranges of commits whose directories could not be read', count: 1 },
      ],
    });
  });

  test('is refused while another one is running, and a sixth time on a day', async () => {
    const world = await historyWorld();
    const first = await world.quote();
    expect(await refusalOf(world.quote())).toMatchObject({ code: 'conflict' });
    await world.run(first);
    for (let count = 2; count <= historyLimits.quotesPerDay; count += 1) await world.quoted();
    expect(await refusalOf(world.quote())).toMatchObject({ code: 'limit_reached' });
    expect(await world.quoted(later(86_400))).toBeTruthy();
  });

  test('is refused beyond the limit of its organization, even after repositories are connected again', async () => {
    const world = await historyWorld();
    const { organizationId } = world;
    const most = historyLimits.quotesPerDayOfOrganization;
    const day = noon.toISOString().slice(0, 10);
    const set = { historyQuoteDay: day, historyQuotes: most - 1 };
    await write(world.store, [{ change: 'update', record: 'organization', id: { organizationId }, set }]);
    await world.quoted();
    expect(world.store.all('organization')).toMatchObject([{ historyQuotes: most }]);
    expect(await refusalOf(world.quote())).toMatchObject({ code: 'limit_reached', members: { limit: most } });
    await world.quoted(later(86_400));
    expect(world.store.all('organization')).toMatchObject([{ historyQuotes: 1 }]);
  });

  test('whose workflow does not start is started by the sweep', async () => {
    const world = await historyWorld();
    const { historyWorkflow } = world.ports;
    const start = historyWorkflow.start;
    historyWorkflow.start = async () => {
      throw new Error('no');
    };
    const historyScanId = await world.quote();
    historyWorkflow.start = start;
    expect([world.scanOf(historyScanId).status, world.started]).toEqual(['quoting', []]);
    await sweepHistoryScans(world.ports, { now: later(3 * 60), signal });
    expect(world.started).toEqual(['quote 1']);
  });
});

describe('an accepted quote', () => {
  const history = { files: 5, keys: { gone: [1, 3], kept: [2, 4] }, inHead: [0, 4] };

  test('is debited at once, and its secrets are tracked with the commits that introduced them', async () => {
    const world = await historyWorld(history);
    const historyScanId = await world.quoted();
    const started = await world.start(historyScanId);
    expect([started.status, amounts(world)]).toEqual(['running', [-1]]);
    await world.run(historyScanId);
    expect(secretsOf(world)).toEqual([
      {
        history: { commitHash: commitOfFile(1), goneFromHead: true },
        state: 'open',
        occurrences: 2,
        file: 'gone/1.env',
      },
      {
        history: { commitHash: commitOfFile(2), goneFromHead: false },
        state: 'open',
        occurrences: 2,
        file: 'kept/2.env',
      },
    ]);
    expect(world.scanOf(historyScanId)).toMatchObject({
      status: 'completed',
      secrets: 2,
      gone: 1,
      refunded: 0,
    });
    expect(violations(world)).toEqual([]);
  });

  test('is accepted once: a repetition returns the same answer, and a new run needs a new quote', async () => {
    const world = await historyWorld(history);
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    await world.start(historyScanId);
    await world.run(historyScanId);
    expect(await world.start(historyScanId)).toMatchObject({ status: 'completed' });
    expect(amounts(world)).toEqual([-1]);
    const second = await world.quoted();
    await world.start(second);
    await world.run(second);
    expect([amounts(world), secretsOf(world).length]).toEqual([[-1, -1], 2]);
  });

  test.each([[[0, 1]], [[1, 0, 1, 0]], [[2, 0, 1, 2, 1]]])(
    'three times concurrently, in the order %j, makes one debit',
    async (picks) => {
      const world = await historyWorld(history);
      const historyScanId = await world.quoted();
      const { repositoryId, caller } = world;
      const request = { caller: caller(), repositoryId, historyScanId, idempotency: undefined };
      const task = async (store: unknown) =>
        void (await startHistoryScan(request, { ...world.ports, store: store as MemoryStore }, noon));
      await interleave(world.store, picks, [task, task, task]);
      expect(amounts(world)).toEqual([-1]);
    },
  );

  test('that the pool cannot pay is refused before anything is written', async () => {
    const world = await historyWorld({ files: 2 * part }, { credits: 1 });
    const historyScanId = await world.quoted();
    expect(await refusalOf(world.start(historyScanId))).toMatchObject({
      code: 'insufficient_credits',
      members: { pool: 'core', balance: 1, required: 2 },
    });
    expect([world.scanOf(historyScanId).status, amounts(world)]).toEqual(['quoted', []]);
  });

  test('is refused before it is counted, once it has expired, or for another repository', async () => {
    const world = await historyWorld(history);
    const historyScanId = await world.quote();
    expect(await refusalOf(world.start(historyScanId))).toMatchObject({ code: 'conflict' });
    await world.run(historyScanId);
    const late = new Date(addMs(noon, historyLimits.quoteMs + 1));
    expect(await refusalOf(world.start(historyScanId, world.ports, late))).toMatchObject({
      code: 'conflict',
    });
    expect(await refusalOf(world.start(world.repositoryId))).toMatchObject({
      code: 'history_scan_not_found',
    });
    const stranger = await historyWorld();
    const ref = { organizationId: stranger.organizationId, repositoryId: world.repositoryId, historyScanId };
    expect(await refusalOf(getHistoryScan(ref, world.store))).toMatchObject({
      code: 'history_scan_not_found',
    });
  });

  test('of nothing costs nothing', async () => {
    const world = await historyWorld({ files: 0 });
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    await world.run(historyScanId);
    expect([world.scanOf(historyScanId).status, amounts(world)]).toEqual(['completed', []]);
  });

  test('is refunded for parts that could not be read, which coverage reports, and no secret is closed for them', async () => {
    const world = await historyWorld({ files: 3 * part, keys: { gone: [1] }, inHead: [0] });
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    world.historyReader.fails = isPartOf(part + 5);
    await world.run(historyScanId);
    expect(world.scanOf(historyScanId)).toMatchObject({
      status: 'completed',
      refunded: 1,
      partsDone: 2,
      gaps: [{ reason: 'parts whose credits were refunded', count: 1 }],
    });
    expect([amounts(world), violations(world)]).toEqual([[-3, 1], []]);
    expect(secretsOf(world)).toMatchObject([{ history: { commitHash: commitOfFile(1) } }]);
    expect(secretsOf(world)[0]?.history).not.toHaveProperty('goneFromHead');
  });

  test('is refunded to the current period when another one has begun', async () => {
    const world = await historyWorld({ files: 2 });
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    const { accountId } = world.pool();
    const periodStartAt = later(86_400).toISOString();
    const id = { accountId, pool: 'core' as const };
    await write(world.store, [{ change: 'update', record: 'pool', id, set: { periodStartAt } }]);
    const { included, consumed } = world.pool();
    world.historyReader.fails = () => true;
    await world.run(historyScanId);
    expect(world.pool()).toMatchObject({ available: 10, included: included + 1, consumed });
    expect(violations(world)).toEqual([]);
  });

  test('of which nothing could be read fails, and all of it is refunded', async () => {
    const world = await historyWorld({ files: part + 1 });
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    world.historyReader.fails = () => true;
    await world.run(historyScanId);
    expect(world.scanOf(historyScanId)).toMatchObject({
      status: 'failed',
      errorCode: 'system_error',
      refunded: 2,
    });
    expect([amounts(world), world.pool().available, violations(world)]).toEqual([[-2, 2], 10, []]);
  });

  test('finds known secrets again, and says when a rewritten history no longer contains them', async () => {
    const world = await historyWorld(history);
    const look = async () => {
      const historyScanId = await world.quoted();
      await world.start(historyScanId);
      await world.run(historyScanId);
    };
    await look();
    world.historyReader.history = { files: 5, keys: { kept: [2, 4] }, inHead: [4] };
    await look();
    expect(secretsOf(world).map(({ file, state }) => [file, state])).toEqual([
      ['gone/1.env', 'fixed'],
      ['kept/2.env', 'open'],
    ]);
  });

  test('emits an event once it has ended', async () => {
    const world = await historyWorld(history);
    const { organizationId, repositoryId, store } = world;
    const set = { listens: ['history_scan.*'] };
    await write(store, [{ change: 'update', record: 'organization', id: { organizationId }, set }]);
    const historyScanId = await world.quoted();
    await world.start(historyScanId);
    await world.run(historyScanId);
    await world.run(historyScanId);
    expect(store.all('storedEvent')).toMatchObject([
      {
        type: 'history_scan.ended',
        about: { repositoryId },
        data: { historyScanId, repositoryId, status: 'completed', secrets: 2, gone: 1, refunded: 0 },
      },
    ]);
  });

  test('is listed, newest first, with its progress', async () => {
    const world = await historyWorld(history);
    const first = await world.quoted();
    const second = await world.quoted();
    const asked = { caller: world.caller(), repositoryId: world.repositoryId };
    const { items } = await listHistoryScans(asked, world.store, { limit: 10 });
    expect(items.map(({ historyScanId }) => historyScanId)).toEqual([second, first]);
  });
});
