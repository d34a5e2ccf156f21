import { beforeEach, describe, expect, test } from 'vitest';
import { rejudgeWaivedReleases, type WaivedReleasePorts } from '#app/bundles/rejudge-waived-releases.ts';
import { loadAdvisoriesOf } from '#app/bundles/release-objects.ts';
import { createWaiver, renewWaiver } from '#app/waivers/create-waiver.ts';
import { approveWaiver, withdrawWaiver } from '#app/waivers/decide-waiver.ts';
import { releaseView } from '@scangate/domain/bundles/release-rules';
import type { Release } from '@scangate/domain/records';
import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { bundleWorld, leafAdvisory, otherAdvisory, using } from '#test/support/bundles/bundle-world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, noon, write } from '#test/support/world.ts';

const daySeconds = 86_400;
const minuteSeconds = 60;
const expiresAt = later(3 * daySeconds).toISOString();
/** A judgment that began before the end is stored by then. */
const afterEnd = (seconds: number) => later(seconds + 10 * minuteSeconds);

let world: Awaited<ReturnType<typeof bundleWorld>>;
beforeEach(async () => {
  world = await bundleWorld();
  const { organizationId } = world;
  await write(world.store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { listens: ['bundle.*'] } },
  ]);
});

const waive = async (match: WaiverMatch, { until = expiresAt, scope = {} as WaiverScope } = {}) => {
  const request = { match, reason: 'Not reachable in the shop', expiresAt: until, scope };
  const creation = { caller: world.caller, request, idempotency: undefined };
  const { body } = await createWaiver(creation, world.ports as never, noon);
  return body.waiverId;
};
const withdraw = (waiverId: string, now: Date) =>
  withdrawWaiver({ caller: world.caller, waiverId }, world.ports.store as never, now);
/** Releases the version 1.0.0 of the bundle, and publishes an advisory of a package of it. */
const released = async () => {
  await world.release({ version: '1.0.0' });
  await world.publish([otherAdvisory, leafAdvisory], later(60));
  await world.watch(later(120));
};
const run = (now: Date, ports: Partial<WaivedReleasePorts> = {}) =>
  rejudgeWaivedReleases({ ...world.ports, ...ports }, taskContextAt(now));
/** Runs the job, and the watch as often as the job has started it. */
const runAndWatch = async (now: Date) => {
  const started = world.requests.length;
  const counts = await run(now);
  for (const request of world.requests.slice(started)) await world.watch(now, request);
  return counts;
};
const told = () => world.store.all('storedEvent').filter(({ type }) => type === 'bundle.affected');
const stored = (version = '1.0.0'): Release => {
  const found = world.store.all('release').find(({ releaseVersion }) => releaseVersion === version);
  if (!found) throw new Error('the release is missing');
  return found;
};
const queued = () => world.store.all('waiver').filter(({ dueQueue }) => dueQueue !== undefined);

describe('the end of a waiver', () => {
  test('by expiry starts a judgment of the release that it covered, with one event', async () => {
    const waiverId = await waive({ advisory: 'GHSA-leaf' });
    await released();
    expect(stored().advisories).toMatchObject({ count: 0, waiverIds: [waiverId] });
    const early = new Date(afterEnd(3 * daySeconds).getTime() - 1);
    expect(await runAndWatch(early)).toEqual({ ended: 0, releases: 0 });
    const at = afterEnd(3 * daySeconds);
    expect(await runAndWatch(at)).toEqual({ ended: 1, releases: 1 });
    expect(told()).toMatchObject([
      { at: at.toISOString(), data: { version: '1.0.0', advisories: ['GHSA-leaf'] } },
    ]);
    expect(stored().advisories).toMatchObject({ count: 1, judgedAt: at.toISOString() });
    expect(stored().advisories.waiverIds).toBeUndefined();
    expect(queued()).toEqual([]);
    expect(await runAndWatch(later(4 * daySeconds))).toEqual({ ended: 0, releases: 0 });
    expect([told().length, world.events('bundle.affected').length]).toEqual([1, 1]);
  });

  test('by a person starts the judgment some minutes later', async () => {
    const waiverId = await waive({ package: 'pkg:npm/leaf' });
    await released();
    await withdraw(waiverId, later(300));
    expect(await runAndWatch(later(301))).toEqual({ ended: 0, releases: 0 });
    expect(await runAndWatch(afterEnd(300))).toEqual({ ended: 1, releases: 1 });
    expect([stored().advisories.count, told().length]).toEqual([1, 1]);
  });

  test('emits its own event, even when the same snapshot was reported before', async () => {
    const waiverId = await waive({ advisory: 'GHSA-leaf' });
    await released();
    await withdraw(waiverId, later(300));
    await runAndWatch(afterEnd(300));
    const again = await waive({ advisory: 'GHSA-leaf' });
    await world.watch(later(1000), { cause: 'again', units: world.store.all('indexedUnit') });
    expect(stored().advisories).toMatchObject({ count: 0, waiverIds: [again] });
    await withdraw(again, later(1200));
    await runAndWatch(afterEnd(1200));
    expect(new Set(told().map(({ eventId }) => eventId)).size).toBe(2);
    expect(world.events('bundle.affected')).toHaveLength(2);
  });

  test('by a renewal is not reported, and the end of the renewal is', async () => {
    const waiverId = await waive({ advisory: 'GHSA-leaf' });
    await released();
    const renewal = {
      caller: world.caller,
      waiverId,
      expiresAt: later(9 * daySeconds).toISOString(),
      idempotency: undefined,
    };
    const { body } = await renewWaiver(renewal, world.ports as never, later(daySeconds));
    expect(await runAndWatch(afterEnd(daySeconds))).toEqual({ ended: 1, releases: 1 });
    expect(stored().advisories).toMatchObject({ count: 0, waiverIds: [body.waiverId] });
    expect(told()).toEqual([]);
    await runAndWatch(afterEnd(9 * daySeconds));
    expect([stored().advisories.count, told().length]).toEqual([1, 1]);
  });

  test('counts even when its request was approved by another person', async () => {
    const request = { match: { advisory: 'GHSA-leaf' }, reason: 'Please', expiresAt, scope: {} };
    const caller = world.organization.as('member');
    const creation = { caller, request, idempotency: undefined };
    const { body } = await createWaiver(creation, world.ports as never, noon);
    expect(queued()).toEqual([]);
    const decision = { caller: world.caller, waiverId: body.waiverId };
    await approveWaiver(decision, world.ports.store as never, later(30));
    await released();
    expect(stored().advisories).toMatchObject({ count: 0, waiverIds: [body.waiverId] });
    expect(await runAndWatch(afterEnd(3 * daySeconds))).toEqual({ ended: 1, releases: 1 });
    expect(told()).toHaveLength(1);
  });

  test('is reported for either of two waivers that cover two members', async () => {
    const onlyIn = (repositoryId: string) => ({ scope: { repositoryId } });
    await world.follow(await world.scan(using('leaf', '1.0.0'), {}, world.api), later(5));
    const first = await waive({ advisory: 'GHSA-leaf' }, onlyIn(world.shop.repositoryId));
    const second = await waive({ advisory: 'GHSA-leaf' }, onlyIn(world.api.repositoryId));
    await released();
    expect(stored().advisories).toMatchObject({ count: 0, waiverIds: [first, second].toSorted() });
    await withdraw(second, later(300));
    await runAndWatch(afterEnd(300));
    expect([stored().advisories.count, told().length]).toEqual([1, 1]);
  });
});

describe('no judgment is made', () => {
  test('when the waiver covered nothing of a supported release', async () => {
    const covering = await waive({ advisory: 'GHSA-leaf' });
    const unused = await waive({ advisory: 'GHSA-other' });
    await released();
    await withdraw(unused, later(300));
    expect(await run(afterEnd(300))).toEqual({ ended: 1, releases: 0 });
    const { organizationId, bundleId } = world;
    const id = { organizationId, bundleId, releaseVersion: '1.0.0' };
    await write(world.store, [
      { change: 'update', record: 'release', id, set: { supportUntil: later(200).toISOString() } },
    ]);
    await withdraw(covering, later(400));
    expect(await run(afterEnd(400))).toEqual({ ended: 1, releases: 0 });
    expect(world.requests).toEqual([]);
  });

  test('for a waiver of a rule', async () => {
    await waive({ rule: 'private-key', path: '/docs/' });
    expect(queued()).toEqual([]);
    expect(await run(later(9 * daySeconds))).toEqual({ ended: 0, releases: 0 });
  });
});

describe('an interrupted run', () => {
  test('that had not started the watch is completed by the next', async () => {
    await waive({ advisory: 'GHSA-leaf' });
    await released();
    const watch = {
      start: async () => {
        throw new Error('Step Functions does not answer');
      },
    };
    const at = afterEnd(3 * daySeconds);
    expect(await run(at, { watch })).toEqual({ ended: 0, releases: 0 });
    expect(queued()).toHaveLength(1);
    expect(await runAndWatch(later(4 * daySeconds))).toEqual({ ended: 1, releases: 1 });
    expect(told()).toHaveLength(1);
  });

  test('keeps what is queued again by a renewal of the expired waiver', async () => {
    const waiverId = await waive({ advisory: 'GHSA-leaf' });
    await released();
    const at = afterEnd(3 * daySeconds);
    const start = async () => {
      const renewal = { caller: world.caller, waiverId, idempotency: undefined };
      await renewWaiver(
        { ...renewal, expiresAt: later(9 * daySeconds).toISOString() },
        world.ports as never,
        at,
      );
    };
    expect(await run(at, { watch: { start } })).toEqual({ ended: 1, releases: 1 });
    expect(queued().map((waiver) => waiver.waiverId)).toContain(waiverId);
    await runAndWatch(afterEnd(3 * daySeconds + 10 * minuteSeconds));
    expect([stored().advisories.count, told().length]).toEqual([0, 0]);
    expect(queued()).toHaveLength(1);
  });

  test('that had started the watch requests the same execution again', async () => {
    await waive({ advisory: 'GHSA-leaf' });
    await released();
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async () => {
      throw new Error('the process died');
    };
    const at = afterEnd(3 * daySeconds);
    await run(at);
    world.store.commit = commit;
    await runAndWatch(later(4 * daySeconds));
    expect(new Set(world.requests.map(({ cause }) => cause)).size).toBe(1);
    expect(world.requests).toHaveLength(2);
    expect(told()).toHaveLength(1);
  });
});

test('the list of a release says by which waivers it is covered, and for how long; its view does not', async () => {
  const waiverId = await waive({ advisory: 'GHSA-leaf' });
  await released();
  expect(await loadAdvisoriesOf(stored(), world.world.blobs)).toMatchObject([
    { advisoryId: 'GHSA-leaf', accepted: { waiverIds: [waiverId], until: expiresAt } },
  ]);
  expect(Object.keys(releaseView(stored()).advisories)).toEqual(['judgedAt', 'count']);
});
