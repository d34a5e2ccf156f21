import { beforeEach, expect, test, vi } from 'vitest';
import { world } from '#test/support/api/call-endpoint.ts';
import { followedRepository, triage, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { newOrganization } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tracked = await followedRepository();
});
const row = () => world.store.all('trackedFinding').find(({ title }) => title === 'finding leaked');
const events = () => world.store.all('auditEvent').filter(({ action }) => action === 'finding.changed');
const codeOf = async (answer: ReturnType<typeof triage>) => {
  const { status, body } = await answer;
  return [status, body['code']];
};

test('200: any member assigns a finding and adds notes and a ticket, with an audit event', async () => {
  const assignee = tracked.organization.as('admin').personId;
  const ticket = 'https://tickets.example.com/SHOP-1';
  const { status, body, headers } = await triage(
    tracked,
    { assignee, notes: 'first\nsecond', ticket },
    { ifMatch: '"0"' },
  );
  expect([status, headers['ETag']]).toEqual([200, '"1"']);
  expect(body).toMatchObject({ assignee, ticket, notes: 'first\nsecond', state: 'open' });
  expect(events()).toMatchObject([
    {
      actor: { kind: 'person', personId: tracked.organization.as('member').personId },
      before: { assignee: null, hasNotes: false, ticket: null },
      after: { assignee, ticket, hasNotes: true, notesChanged: true },
    },
  ]);
});

test('200: null removes, absent fields stay, and nothing is written when nothing changes', async () => {
  await triage(tracked, { notes: 'one', ticket: 'https://tickets.example.com/1' });
  const { body } = await triage(tracked, { notes: null });
  expect(body).toMatchObject({ notes: null, ticket: 'https://tickets.example.com/1' });
  const before = [row(), events()];
  expect((await triage(tracked, { notes: null })).status).toBe(200);
  expect((await triage(tracked, {})).status).toBe(200);
  expect([row(), events()]).toEqual(before);
  expect(row()).not.toHaveProperty('notedAt');
});

test('200: a scan keeps what people added, and does not make their ETag out of date', async () => {
  const { headers } = await triage(tracked, { notes: 'mine' });
  await tracked.scan({ commit: 3, units: { '': { findings: [] } } });
  expect(row()).toMatchObject({ state: 'fixed', notes: 'mine' });
  expect((await triage(tracked, { notes: 'still mine' }, { ifMatch: headers['ETag'] ?? '' })).status).toBe(
    200,
  );
});

test('412 and 428: the finding changed since it was read, or the ETag is missing', async () => {
  await triage(tracked, { notes: 'one' });
  expect(await codeOf(triage(tracked, { notes: 'two' }, { ifMatch: '"0"' }))).toEqual([412, 'etag_mismatch']);
  expect(await codeOf(triage(tracked, { notes: 'two' }, { ifMatch: null }))).toEqual([
    428,
    'precondition_required',
  ]);
  expect(row()?.notes).toBe('one');
});

test('a concurrent change is kept under If-Match: *, and refused under an ETag', async () => {
  const commit = world.store.commit.bind(world.store);
  const meanwhile = (ticket: string) =>
    vi.spyOn(world.store, 'commit').mockImplementationOnce(async (changes) => {
      await triage(tracked, { ticket });
      return commit(changes);
    });
  meanwhile('https://tickets.example.com/1');
  expect((await triage(tracked, { notes: 'one' })).status).toBe(200);
  expect(row()).toMatchObject({ notes: 'one', ticket: 'https://tickets.example.com/1', triageVersion: 2 });
  meanwhile('https://tickets.example.com/2');
  expect(await codeOf(triage(tracked, { notes: 'two' }, { ifMatch: '"2"' }))).toEqual([412, 'etag_mismatch']);
  expect(row()).toMatchObject({ notes: 'one', ticket: 'https://tickets.example.com/2' });
});

test('413 and 422: notes that are too long, and a value that is not text', async () => {
  const huge = await triage(tracked, { notes: 'x'.repeat(1024 * 1024) });
  expect([huge.status, huge.body['code'], huge.body['limitBytes']]).toEqual([413, 'body_too_large', 65_536]);
  for (const body of [
    { notes: 'x'.repeat(4001) },
    { notes: 'a\u0000b' },
    { notes: 7 },
    { ticket: 'javascript:alert(1)' },
    { ticket: 'https://a b' },
    { assignee: 'somebody' },
    [],
  ])
    expect(await codeOf(triage(tracked, body))).toEqual([422, 'validation_failed']);
  const { body } = await triage(tracked, { state: 'fixed' });
  expect(body).toMatchObject({
    code: 'unknown_field',
    errors: [{ pointer: '/state', hint: expect.stringContaining('waiver') }],
  });
  expect(events()).toEqual([]);
});

test('422: an assignee who is not a member, or no longer one', async () => {
  const stranger = (await newOrganization(world.store)).as('owner').personId;
  const { organizationId, as } = tracked.organization;
  const removed = as('billing').personId;
  const id = { organizationId, personId: removed };
  const set = { removedAt: '2026-03-01T00:00:00.000Z' };
  await world.store.commit([{ change: 'update', record: 'member', id, set }]);
  for (const assignee of [stranger, removed]) {
    const { status, body } = await triage(tracked, { assignee });
    expect([status, body['errors']]).toEqual([422, [expect.objectContaining({ pointer: '/assignee' })]]);
  }
  expect(row()).not.toHaveProperty('assignee');
});

test('404 and 409: a finding of another organization, and a fingerprint of several units', async () => {
  const caller = (await newOrganization(world.store)).as('owner');
  expect(await codeOf(triage(tracked, { notes: 'x' }, { caller }))).toEqual([404, 'finding_not_found']);
  expect(await codeOf(triage(tracked, { notes: 'x' }, { name: 'shared' }))).toEqual([
    409,
    'finding_ambiguous',
  ]);
  const query = { projectUnitId: tracked.unitId('web') };
  expect((await triage(tracked, { notes: 'x' }, { name: 'shared', query })).status).toBe(200);
});

test('403: a pipeline does not triage', async () => {
  const caller = tracked.organization.as('member', 'service');
  expect(await codeOf(triage(tracked, { notes: 'x' }, { caller }))).toEqual([403, 'person_required']);
});
