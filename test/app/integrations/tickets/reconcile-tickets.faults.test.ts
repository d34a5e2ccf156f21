import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { rowOf, TicketWorld } from '#test/support/integrations/ticket-world.ts';

let world: TicketWorld;

beforeEach(async () => {
  world = await new TicketWorld().begin();
});

const failureOf = async (run: Promise<unknown>) => {
  const error = await run.catch((thrown: unknown) => thrown);
  return error instanceof ProviderFailure ? error.details : error;
};

describe('an answer that is lost', () => {
  test('to a creation is looked up, after the request has surely ended', async () => {
    await world.track(rowOf('a'));
    world.github.inject('timeout_after_success', 'CreateIssue');
    expect(await failureOf(world.reconcile())).toMatchObject({ reason: 'unavailable', mayBeDone: true });
    expect(await world.reconcile(1)).toEqual({ again: '2026-03-10T12:12:00.000Z' });
    expect(await world.reconcile(1)).toEqual({});
    expect(world.github.state.issues).toHaveLength(1);
    expect(await world.tickets()).toMatchObject([{ state: 'open', externalId: '1' }]);
  });

  test('to a request that never arrived leads to one issue', async () => {
    await world.track(rowOf('a'));
    world.github.inject('error', 'CreateIssue');
    expect(await failureOf(world.reconcile())).toMatchObject({ reason: 'unavailable', status: 502 });
    await world.reconcile();
    expect(world.issues).toHaveLength(1);
  });

  test('is not searched for among issues of other authors, or in what they quote', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    const [made] = world.issues;
    const marker = made?.body?.split('\n').at(-1) ?? '';
    const stolen = { ...made, state: 'open', body: `a quote\n${marker}` } as NonNullable<typeof made>;
    const other = await new TicketWorld().begin();
    await other.track(rowOf('a'));
    other.github.inject('error', 'CreateIssue');
    await failureOf(other.reconcile());
    const { issues } = other.github.state;
    issues.push({ ...stolen, number: 1, author: 'somebody' });
    issues.push({ ...stolen, number: 2, author: 'machine-user', title: marker, body: `${marker} and more` });
    issues.push({ ...stolen, number: 3, author: 'machine-user', body: `<!-- ${marker} -->` });
    await other.reconcile();
    expect(await other.tickets()).toMatchObject([{ state: 'open', externalId: '4' }]);
  });

  test('to a change leads to a repetition', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    await world.track(rowOf('a', { state: 'fixed' }));
    world.github.inject('timeout_after_success', 'UpdateIssue');
    expect(await failureOf(world.reconcile())).toMatchObject({ mayBeDone: true });
    expect(await world.reconcile()).toEqual({});
    expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'service' }]);
  });
});

describe('a tracker that refuses', () => {
  test('because of its rate limit says for how long, and nothing was created', async () => {
    await world.track(rowOf('a'));
    world.github.inject('throttle', 'CreateIssue');
    expect(await failureOf(world.reconcile())).toMatchObject({ reason: 'limited', retryAfterSeconds: 60 });
    expect(await world.reconcile(1)).toEqual({});
    expect(world.issues).toHaveLength(1);
  });

  test('a revoked credential', async () => {
    await world.track(rowOf('a'));
    world.github.perform('revoke-token', { token: 'ghp_machine1' });
    expect(await failureOf(world.reconcile())).toMatchObject({ reason: 'refused', status: 401 });
  });

  test.each(['delete-repository', 'disable-issues'])('because of %s', async (act) => {
    await world.track(rowOf('a'));
    await world.reconcile();
    world.github.perform(act, { repository: 'acme/security' });
    await world.track(rowOf('b', { packageName: 'p2' }));
    expect(await failureOf(world.reconcile())).toMatchObject({ reason: 'gone' });
  });

  test('one group alone does not stop the others', async () => {
    const { fetch } = world.github;
    world.github.fetch = async (url, request) =>
      String(request?.body).includes('p1') ? new Response('{}', { status: 422 }) : fetch(url, request);
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { packageName: 'p2', severity: 'low' }));
    await world.track(rowOf('c', { packageName: 'p3' }));
    expect(await world.reconcile()).toEqual({ again: '2026-03-11T12:10:00.000Z' });
    expect(await world.tickets()).toContainEqual(
      expect.objectContaining({ state: 'claimed', rejected: expect.objectContaining({ detail: '{}' }) }),
    );
    expect(world.issues).toHaveLength(1);
  });

  test('a claim that is not needed any more is given up', async () => {
    await world.track(rowOf('a'));
    world.github.inject('throttle', 'CreateIssue');
    await failureOf(world.reconcile());
    await world.track(rowOf('a', { state: 'fixed' }));
    await world.reconcile();
    expect(world.issues).toEqual([]);
    expect(await world.tickets()).toMatchObject([{ state: 'closed', closedBy: 'service' }]);
    await world.track(rowOf('a'));
    await world.reconcile();
    expect(world.issues).toHaveLength(1);
  });
});

describe('concurrent deliveries', () => {
  test('create one issue for each group, within the daily limit', async () => {
    world.limit = 3;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await world.track(rowOf(name, { packageName: `p${name}` }));
    const runs = await Promise.all(Array.from({ length: 4 }, () => world.reconcile(0)));
    expect(runs.some(({ again }) => again !== undefined)).toBe(true);
    for (let round = 0; round < 4; round++) await world.reconcile(3);
    expect(world.issues).toHaveLength(3);
    await world.reconcile(24 * 60);
    expect(new Set(world.issues.map(({ title }) => title)).size).toBe(5);
    expect(world.issues).toHaveLength(5);
  });

  test('close and reopen what each of them sees', async () => {
    await world.track(rowOf('a'));
    await world.reconcile();
    await world.track(rowOf('a', { state: 'fixed' }));
    await Promise.all(Array.from({ length: 4 }, () => world.reconcile(0)));
    await world.track(rowOf('a'));
    await Promise.all(Array.from({ length: 4 }, () => world.reconcile(0)));
    await world.reconcile();
    expect(world.issues).toMatchObject([{ number: 1, state: 'open' }]);
    expect(await world.tickets()).toMatchObject([{ state: 'open' }]);
  });
});
