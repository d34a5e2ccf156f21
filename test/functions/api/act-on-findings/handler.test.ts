import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem, Transient } from '@scangate/domain/problem';
import { maxWaivers } from '@scangate/domain/waivers/waiver-slots';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { followedRepository, triage, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { fingerprintOf } from '#test/support/tracking/tracked-samples.ts';
import { activeIds, changeGate, create, inDays } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, noon } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  tracked = await followedRepository();
});

const act = (names: readonly string[], acts: object, caller: Caller = tracked.organization.as('admin')) =>
  call('act-on-findings', { caller, body: { fingerprints: names.map(fingerprintOf), ...acts } });
const outcomes = ({ body }: Awaited<ReturnType<typeof act>>) =>
  (body['items'] as { fingerprint: string; status: string; code?: string }[]).map(({ status, code }) =>
    code === undefined ? status : `${status}: ${code}`,
  );
const waive = { reason: 'a sample of the documentation', expiresAt: inDays(30) };
const rows = (name: string) =>
  world.store.all('trackedFinding').filter(({ fingerprint }) => fingerprint === fingerprintOf(name));
const waivers = () => world.store.all('waiver');

describe('200', () => {
  test('assigns and annotates findings, in every project unit that has them, each with an audit event', async () => {
    const assign = tracked.organization.as('member').personId;
    const answer = await act(['leaked', 'shared'], { assign, note: 'Planned.' });
    expect([answer.status, outcomes(answer)]).toEqual([200, ['done', 'done']]);
    for (const row of [...rows('leaked'), ...rows('shared')])
      expect(row).toMatchObject({ assignee: assign, notes: 'Planned.' });
    const events = world.store.all('auditEvent').filter(({ action }) => action === 'finding.changed');
    expect(events).toHaveLength(rows('leaked').length + rows('shared').length);
  });

  test('waives by fingerprint, as one waiver each', async () => {
    const answer = await act(['leaked', 'exploited'], { waive });
    expect(outcomes(answer)).toEqual(['done', 'done']);
    expect(waivers()).toMatchObject([
      { match: { fingerprint: fingerprintOf('leaked') }, status: 'approved', ...waive },
      { match: { fingerprint: fingerprintOf('exploited') }, status: 'approved', ...waive },
    ]);
    expect(await activeIds(tracked.organization.organizationId)).toHaveLength(2);
  });

  test('waives no finding of a rule that the policy protects from waivers, and applies the other actions', async () => {
    const [leaked] = rows('leaked');
    await changeGate(tracked.organization.as('owner'), { neverWaive: [leaked?.rule] });
    const answer = await act(['leaked', 'exploited'], { waive, note: 'Planned.' });
    expect(outcomes(answer)).toEqual(['failed: waiver_not_permitted', 'done']);
    expect(waivers()).toMatchObject([{ match: { fingerprint: fingerprintOf('exploited') } }]);
    expect(rows('leaked')[0]?.notes).toBe('Planned.');
    expect(outcomes(await act(['leaked'], { waive }))).toEqual(['failed: waiver_not_permitted']);
    const match = { fingerprint: fingerprintOf('leaked') };
    const alone = await create(tracked.organization.as('admin'), { match });
    expect([alone.status, alone.body['code']]).toEqual([422, 'waiver_not_permitted']);
    const other = await create(tracked.organization.as('admin'), { match: { fingerprint: '0'.repeat(32) } });
    expect(other.status).toBe(201);
  });

  test('approves no request for a finding whose rule the policy protects from waivers by then', async () => {
    const match = { fingerprint: fingerprintOf('leaked') };
    const requested = await create(tracked.organization.as('member'), { match });
    await changeGate(tracked.organization.as('owner'), { neverWaive: [rows('leaked')[0]?.rule] });
    const params = { waiverId: String(requested.body['waiverId']) };
    const approved = await call('approve-waiver', { caller: tracked.organization.as('admin'), params });
    expect([approved.status, approved.body['code']]).toEqual([422, 'waiver_not_permitted']);
  });

  test('repeating the same request changes nothing, even when both are sent concurrently', async () => {
    const acts = { waive, note: 'Planned.', assign: null };
    const both = await Promise.all([act(['leaked'], acts), act(['leaked'], acts)]);
    expect(waivers()).toHaveLength(1);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const before = JSON.stringify([waivers(), rows('leaked'), world.store.all('auditEvent')]);
    expect(outcomes(await act(['leaked', 'leaked'], acts))).toEqual(['unchanged']);
    expect(JSON.stringify([waivers(), rows('leaked'), world.store.all('auditEvent')])).toBe(before);
  });

  test('a finding that is unknown fails alone, and so does one of another organization', async () => {
    const answer = await act(['nothing', 'leaked'], { note: 'Planned.', waive });
    expect(outcomes(answer)).toEqual(['failed: finding_not_found', 'done']);
    const other = (await newOrganization(world.store)).as('owner');
    expect(outcomes(await act(['leaked'], { note: 'Theirs.', waive }, other))).toEqual([
      'failed: finding_not_found',
    ]);
    expect(rows('leaked')[0]?.notes).toBe('Planned.');
    expect(waivers()).toHaveLength(1);
  });

  test('a member requests waivers, and an owner puts the same ones in force', async () => {
    expect(outcomes(await act(['leaked'], { waive }, tracked.organization.as('member')))).toEqual(['done']);
    expect(outcomes(await act(['leaked'], { waive }, tracked.organization.as('member')))).toEqual([
      'unchanged',
    ]);
    expect(waivers().map(({ status }) => status)).toEqual(['requested']);
    expect(outcomes(await act(['leaked'], { waive }, tracked.organization.as('owner')))).toEqual(['done']);
    expect(await activeIds(tracked.organization.organizationId)).toHaveLength(1);
  });

  test('with two-person approval an owner requests, too', async () => {
    await changeGate(tracked.organization.as('owner'), { waiverApproval: 'four_eyes' });
    await act(['leaked'], { waive }, tracked.organization.as('owner'));
    expect(waivers().map(({ status }) => status)).toEqual(['requested']);
  });

  test('without room for all waivers, those that fit are done and the others say why', async () => {
    const { organizationId } = tracked.organization;
    const { body } = await create(tracked.organization.as('admin'));
    const [slot] = world.store.all('waiverSlot');
    if (!slot) throw new Error(`no slot for ${String(body['waiverId'])}`);
    for (let taken = 1; taken < maxWaivers - 1; taken++)
      await world.store.commit([
        { change: 'insert', record: 'waiverSlot', item: { ...slot, organizationId, slot: taken } },
      ]);
    const answer = await act(['leaked', 'exploited'], { waive });
    expect(outcomes(answer)).toEqual(['done', 'failed: too_many_waivers']);
  });

  test('a finding that cannot be written fails alone, and is done on a retry', async () => {
    const commit = world.store.commit.bind(world.store);
    let failures = 1;
    vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
      if (failures-- > 0) throw new Transient('the database is slow');
      return commit(changes);
    });
    const first = outcomes(await act(['leaked', 'exploited'], { note: 'Planned.' }));
    expect(first.toSorted()).toEqual(['done', 'failed: temporarily_unavailable']);
    expect(outcomes(await act(['leaked', 'exploited'], { note: 'Planned.' })).toSorted()).toEqual([
      'done',
      'unchanged',
    ]);
  });

  test('a finding that is changed concurrently keeps both changes', async () => {
    const commit = world.store.commit.bind(world.store);
    const assignee = tracked.organization.as('member').personId;
    vi.spyOn(world.store, 'commit').mockImplementationOnce(async (changes) => {
      await triage(tracked, { assignee });
      return commit(changes);
    });
    expect(outcomes(await act(['leaked'], { note: 'Planned.' }))).toEqual(['done']);
    expect(rows('leaked')[0]).toMatchObject({ assignee, notes: 'Planned.', triageVersion: 2 });
  });

  test('two hundred findings at once, most of them unknown', async () => {
    const names = Array.from({ length: 199 }, (_, index) => `unknown-${index}`);
    const seen = outcomes(await act(['leaked', ...names], { note: 'Planned.' }));
    expect([seen.length, seen[0], new Set(seen.slice(1))]).toEqual([
      200,
      'done',
      new Set(['failed: finding_not_found']),
    ]);
  });
});

describe('refusals leave nothing behind', () => {
  const refused = async (answer: ReturnType<typeof act>) => {
    const before = JSON.stringify([waivers(), rows('leaked')]);
    const { status, body } = await answer;
    expect(JSON.stringify([waivers(), rows('leaked')])).toBe(before);
    return [status, body['code'], body.errors?.[0]?.pointer];
  };

  test('422: no action, too many findings, an expiry in the past or too late, an assignee who is not a member', async () => {
    const invalid = (pointer: string) => [422, 'validation_failed', pointer];
    expect(await refused(act(['leaked'], {}))).toEqual(invalid(''));
    const many = Array.from({ length: 201 }, (_, index) => String(index));
    expect(await refused(act(many, { note: 'x' }))).toEqual(invalid('/fingerprints'));
    for (const days of [-1, 400]) {
      const late = { waive: { ...waive, expiresAt: inDays(days) }, note: 'x' };
      expect(await refused(act(['leaked'], late))).toEqual(invalid('/waive/expiresAt'));
    }
    const assign = (await newOrganization(world.store)).as('member').personId;
    expect(await refused(act(['leaked'], { assign, waive }))).toEqual(invalid('/assign'));
    expect(await refused(act(['leaked'], { waive: { reason: 'x' } }))).toEqual(invalid('/waive/expiresAt'));
  });

  test('403: a waiver without its scope, notes without theirs, a pipeline', async () => {
    const member = tracked.organization.as('member');
    const noWaivers: Caller = { ...member, scopes: ['scans:write'] };
    expect((await refused(act(['leaked'], { waive, note: 'x' }, noWaivers)))[1]).toBe('insufficient_scope');
    expect(outcomes(await act(['leaked'], { note: 'x' }, noWaivers))).toEqual(['done']);
    const readsOnly: Caller = { ...member, scopes: ['scans:read'] };
    expect((await refused(act(['leaked'], { note: 'x' }, readsOnly)))[1]).toBe('insufficient_scope');
    const pipeline = tracked.organization.as('admin', 'pipeline');
    expect((await refused(act(['leaked'], { note: 'x' }, pipeline)))[1]).toBe('person_required');
    const billing = tracked.organization.as('billing');
    expect((await refused(act(['leaked'], { waive }, billing)))[1]).toBe('role_required');
  });

  test('402: no license is left for the caller', async () => {
    const list = world.store.load.bind(world.store);
    vi.spyOn(world.store, 'load').mockImplementation(async (refs, options) => {
      if (refs.some(({ record }) => record === 'license')) throw new Problem('seat_license_required');
      return list(refs, options) as never;
    });
    expect((await refused(act(['leaked'], { waive, note: 'x' })))[1]).toBe('seat_license_required');
  });
});

test('a note of one person is replaced by the later one of another, without a conflict', async () => {
  await triage(tracked, { notes: 'first' });
  await act(['leaked'], { note: 'second' });
  expect(rows('leaked')[0]?.notes).toBe('second');
  await act(['leaked'], { note: null });
  expect(rows('leaked')[0]).not.toHaveProperty('notes');
});
