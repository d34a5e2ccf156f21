import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboundFetch } from '#ports/outbound.ts';
import { owner, rowOf, TicketWorld } from '#test/support/integrations/ticket-world.ts';
import { write } from '#test/support/world.ts';

let world: TicketWorld;

beforeEach(async () => {
  world = await new TicketWorld().begin();
});

/** An issue of another person, with the number that ours has elsewhere. */
const foreign = (repository: string) => ({
  id: 900,
  number: 1,
  repository,
  title: 'Ours',
  body: 'A bug that people work on',
  state: 'open' as const,
  stateReason: null,
  author: 'somebody',
  appId: null,
  createdAt: world.now.toISOString(),
  updatedAt: world.now.toISOString(),
});

const moveTo = async (repository: string) => {
  world.settings = { repository };
  await write(world.store, [
    { change: 'update', record: 'subscriber', id: owner, set: { settings: world.settings } },
  ]);
};

const issuesAt = (repository: string) =>
  world.github.state.issues.filter((one) => one.repository === repository);

describe('a tracker that moved', () => {
  test.each(['open', 'fixed'] as const)('leaves issues of other people alone: %s', async (state) => {
    await world.track(rowOf('a'));
    await world.reconcile();
    const person = foreign('acme/other');
    world.github.state.issues.push({ ...person });
    await moveTo('acme/other');
    await world.track(rowOf('a', { state, title: 'Another title' }));
    await world.reconcile();
    expect(issuesAt('acme/other')[0]).toEqual(person);
    expect(issuesAt('acme/other').slice(1)).toMatchObject(state === 'open' ? [{ number: 2, state }] : []);
    expect(issuesAt('acme/security')).toMatchObject([{ state: 'open' }]);
  });

  test('creates its issues at the new place, once, and follows them there', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    await moveTo('acme/other');
    await world.reconcile();
    await moveTo('ACME/Other');
    await world.reconcile();
    await moveTo('acme/other');
    await world.track(rowOf('a', { state: 'fixed' }));
    await world.reconcile();
    expect(issuesAt('acme/other')).toMatchObject([{ number: 1, state: 'closed' }]);
    expect(await world.tickets()).toMatchObject([{ place: 'acme/other', closedBy: 'service' }]);
  });

  test('gives its findings the URL of the new issue, except those with a URL that a person set', async () => {
    const byPerson = 'https://tracker.example.com/by-a-person';
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { ticket: byPerson }));
    await world.reconcile();
    const linked = async () => (await world.rows()).map(({ ticket }) => ticket);
    expect(await linked()).toEqual([(await world.tickets())[0]?.url, byPerson]);
    await moveTo('acme/other');
    await world.reconcile();
    const [ticket] = await world.tickets();
    expect(ticket?.url).toMatch(/acme\/other\/issues\/\d+$/);
    expect(await linked()).toEqual([ticket?.url, byPerson]);
  });

  test('gives up a claim of the old place', async () => {
    await world.track(rowOf('a'));
    world.github.inject('error', 'CreateIssue');
    await world.reconcile().catch(() => undefined);
    await moveTo('acme/other');
    await world.reconcile(1);
    expect(issuesAt('acme/other')).toHaveLength(1);
    expect(issuesAt('acme/security')).toHaveLength(0);
  });
});

test('a repository that was deleted and created again has issues of other people: moved', async () => {
  await world.track(rowOf('a'));
  await world.reconcile();
  const person = foreign('acme/security');
  world.github.state.issues = [{ ...person }];
  await world.track(rowOf('a', { state: 'fixed' }));
  await world.reconcile();
  expect(issuesAt('acme/security')).toEqual([person]);
  expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'person' }]);
  await world.track(rowOf('a', { severity: 'critical' }));
  await world.reconcile();
  expect(issuesAt('acme/security')).toMatchObject([person, { number: 2, state: 'open' }]);
});

describe('an issue that the tracker refuses', () => {
  let refusals = 0;
  let fetch: OutboundFetch;

  beforeEach(async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    refusals = 0;
    ({ fetch } = world.github);
    world.github.fetch = async (url, request) => {
      if (request?.method !== 'PATCH') return fetch(url, request);
      refusals += 1;
      return new Response('{"message":"Validation Failed"}', { status: 422 });
    };
    await world.track(rowOf('a', { title: 'Another title' }));
  });

  test('is recorded, and fails no delivery: rejected', async () => {
    expect(await world.reconcile()).toEqual({ again: '2026-03-11T12:20:00.000Z' });
    expect(await world.tickets()).toMatchObject([
      {
        state: 'open',
        rejected: { at: '2026-03-10T12:20:00.000Z', detail: '{"message":"Validation Failed"}' },
      },
    ]);
    await world.reconcile();
    expect(refusals).toBe(1);
  });

  test('is tried again with the next change', async () => {
    await world.reconcile();
    world.github.fetch = fetch;
    await world.track(rowOf('b'));
    expect(await world.reconcile()).toEqual({});
    expect(world.issues[0]?.body).toContain('GHSA-b');
    expect((await world.tickets())[0]).not.toHaveProperty('rejected');
  });

  test('is tried again after a day', async () => {
    await world.reconcile();
    await world.reconcile(24 * 60);
    expect(refusals).toBe(2);
    world.github.fetch = fetch;
    expect(await world.reconcile(24 * 60)).toEqual({});
    expect((await world.tickets())[0]).not.toHaveProperty('rejected');
  });
});

describe('a creation whose answer was lost before the credential changed', () => {
  beforeEach(async () => {
    world.github.state.logins['ghp_machine2'] = 'next-user';
    await world.track(rowOf('a'));
  });

  test('is found by its author: one issue', async () => {
    world.github.inject('timeout_after_success', 'CreateIssue');
    await world.reconcile().catch(() => undefined);
    world.token = 'ghp_machine2';
    expect(await world.reconcile()).toEqual({});
    expect(world.github.state.issues).toMatchObject([{ author: 'machine-user', state: 'open' }]);
    expect(await world.tickets()).toMatchObject([{ externalId: '1', author: 'machine-user' }]);
  });

  test('is repeated by the new author if it never arrived', async () => {
    world.github.inject('error', 'CreateIssue');
    await world.reconcile().catch(() => undefined);
    world.token = 'ghp_machine2';
    world.github.inject('timeout_after_success', 'CreateIssue');
    await world.reconcile().catch(() => undefined);
    await world.reconcile();
    expect(world.github.state.issues).toMatchObject([{ author: 'next-user', state: 'open' }]);
    expect(await world.tickets()).toMatchObject([{ externalId: '1', author: 'next-user' }]);
  });

  test('is not mistaken for an issue of another author that quotes the marker', async () => {
    world.github.inject('timeout_after_success', 'CreateIssue');
    await world.reconcile().catch(() => undefined);
    const [made] = world.github.state.issues;
    if (made) made.author = 'somebody';
    await world.reconcile();
    expect(await world.tickets()).toMatchObject([{ externalId: '2' }]);
  });
});
