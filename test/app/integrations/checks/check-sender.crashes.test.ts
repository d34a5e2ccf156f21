import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultKind, ProviderServiceName } from '@scangate/emulator-host/fault-injector';
import type { CheckApi, Scan } from '@scangate/domain/records';
import type { SendOutcome } from '#ports/events/event-sender.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { endedScan, openCheckWorld, type CheckWorld } from '#test/support/integrations/check-world.ts';

let world: CheckWorld;
beforeEach(async () => void (world = await openCheckWorld()));
afterEach(() => world.close());

const pullRequest = { number: 12 };
const faults = ['error', 'throttle', 'timeout_after_success'] as const satisfies readonly FaultKind[];
const mostTries = 8;

/** Delivers as the engine does: deliveries that failed or wait are sent again later. */
const deliver = async (scan: Scan): Promise<void> => {
  const begun = world.now;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await world.send(scan, begun).catch((): SendOutcome => ({ kind: 'later', at: '' }));
    if (outcome.kind === 'delivered') return;
    world.advance(600);
  }
  throw new Error('it was never delivered');
};

/** Returns the state of the commit, and the comments of the pull request. */
const seen = (api: CheckApi): { state: string | undefined; comments: string[] } => {
  if (api === 'github')
    return {
      state: world.github().statuses.at(-1)?.state,
      comments: world.github().comments.map(({ body }) => body),
    };
  if (api === 'gitlab')
    return {
      state: world.gitlab().statuses.at(-1)?.status,
      comments: world.gitlab().notes.map(({ body }) => body),
    };
  return {
    state: world.bitbucket().statuses.at(-1)?.state,
    comments: world.bitbucket().comments.map(({ raw }) => raw),
  };
};

const operations: Readonly<Record<CheckApi, readonly string[]>> = {
  github: ['CreateCommitStatus', 'GetUser', 'ListComments', 'CreateComment', 'UpdateComment'],
  gitlab: ['SetCommitStatus', 'GetUser', 'ListNotes', 'CreateNote', 'UpdateNote'],
  bitbucket: ['CreateBuildStatus', 'GetUser', 'ListComments', 'CreateComment', 'UpdateComment'],
};
const passed: Readonly<Record<CheckApi, string>> = {
  github: 'success',
  gitlab: 'success',
  bitbucket: 'SUCCESSFUL',
};
const apis = ['github', 'gitlab', 'bitbucket'] as const satisfies readonly ProviderServiceName[];

/** A failed scan and then a passed one of the same commit, with any fault on the way. */
const failThenPass = async (api: CheckApi): Promise<void> => {
  await world.addRepository(api);
  await deliver(await world.addScan(endedScan(1, { judged: 'FAIL', pullRequest })));
  await deliver(await world.addScan(endedScan(2, { judged: 'PASS', pullRequest })));
};

const expectOneOfEach = (api: CheckApi): void => {
  const { state, comments } = seen(api);
  expect(state).toBe(passed[api]);
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('✅ PASS');
};

describe.each(apis)('%s: the newest status and one comment, whichever answer is lost', (api) => {
  test.each(operations[api].flatMap((operation) => faults.map((kind) => [operation, kind] as const)))(
    '%s: %s',
    async (operation, kind) => {
      world.emulator.faults.inject({ service: api, operation, kind, times: 1 });
      await failThenPass(api);
      expectOneOfEach(api);
    },
  );

  test('any two answers are lost', async () => {
    for (const [place, first] of operations[api].entries())
      for (const [further, second] of operations[api].entries()) {
        if (!isSampled(place + 2 * further, 3)) continue;
        await world.close();
        world = await openCheckWorld();
        for (const operation of [first, second])
          world.emulator.faults.inject({ service: api, operation, kind: 'timeout_after_success', times: 1 });
        await failThenPass(api);
        expectOneOfEach(api);
      }
  });
});

describe('a run that dies', () => {
  const commits = 8;

  test.each(Array.from({ length: commits }, (_, index) => index))(
    'before or after its write %i is followed by another one',
    async (crashing) => {
      for (const isAfter of [false, true]) {
        await world.close();
        world = await openCheckWorld();
        let count = 0;
        world.crashOn((store) => ({
          get: store.get.bind(store),
          commit: async (changes) => {
            const isCrash = count++ === crashing;
            if (isCrash && !isAfter) throw new Error('the run died before');
            const failed = await store.commit(changes);
            if (isCrash) throw new Error('the run died after');
            return failed;
          },
        }));
        await failThenPass('github');
        expectOneOfEach('github');
      }
    },
  );
});

describe('the same delivery twice concurrently', () => {
  test.each(apis)('%s: one comment', async (api) => {
    await world.addRepository(api);
    const scan = await world.addScan(endedScan(1, { judged: 'PASS', pullRequest }));
    await Promise.all(Array.from({ length: 4 }, () => world.send(scan)));
    world.advance(600);
    await deliver(scan);
    expectOneOfEach(api);
  });
});
