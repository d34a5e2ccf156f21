import { beforeEach, describe, expect, test } from 'vitest';
import { githubIssues } from '#adapters/providers/github/issues.ts';
import { ticketSender } from '#app/integrations/tickets/ticket-sender.ts';
import type { SendOutcome } from '#ports/events/event-sender.ts';
import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import { owner, rowOf, TicketWorld } from '#test/support/integrations/ticket-world.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { newOrganization, write } from '#test/support/world.ts';

let world: TicketWorld;

beforeEach(async () => {
  world = await new TicketWorld().begin({ credential: '{"token":"ghp_machine1"}' });
  const { organizationId } = await newOrganization(world.store);
  const organization = await world.store.get('organization', { organizationId });
  if (!organization) throw new Error('the organization is missing');
  const policy = await world.store.get('policy', { organizationId, digest: organization.policyDigest });
  if (!policy) throw new Error('the policy is missing');
  const { organizationId: id } = owner;
  await write(world.store, [
    { change: 'insert', record: 'organization', item: { ...organization, organizationId: id } },
    { change: 'insert', record: 'policy', item: { ...policy, organizationId: id } },
  ]);
});

const send = async (
  event: Partial<StoredEvent> = {},
  delivery: Partial<Delivery> = {},
): Promise<SendOutcome> => {
  const subscriber = await world.store.get('subscriber', owner);
  if (!subscriber) throw new Error('the subscriber is missing');
  const at = world.now.toISOString();
  const provider = githubIssues({ fetch: world.github.fetch, replaced: {}, now: () => world.now });
  const ports = {
    store: world.store,
    subscriberSecrets: { decrypt: async (sealed: string) => sealed },
    elapsedMs: () => 0,
    log: silentLog,
  };
  return ticketSender(provider, ports).send({
    subscriber,
    event: {
      type: 'finding.introduced',
      at,
      about: { repositoryId: 'r-1', branch: 'main' },
      ...event,
    } as StoredEvent,
    delivery: { sequence: 1, createdAt: at, ...delivery } as Delivery,
    now: world.now,
  });
};

const attempt = { at: '2026-03-10T12:00:00.000Z', milliseconds: 0 };

describe('a delivery to a tracker', () => {
  test('creates an issue for each group that fails the gate', async () => {
    await world.track(rowOf('a', { severity: 'critical' }));
    await world.track(rowOf('b', { packageName: 'p2' }));
    expect(await send()).toEqual({ kind: 'delivered', attempt });
    expect(world.issues).toHaveLength(1);
  });

  test('does nothing for a scan of another branch', async () => {
    await world.track(rowOf('a', { severity: 'critical' }));
    expect(await send({ about: { repositoryId: 'r-1', branch: 'topic' } })).toEqual({
      kind: 'delivered',
      attempt,
    });
    expect(world.github.calls).toEqual([]);
  });

  test('waits until a scan is followed', async () => {
    expect(await send({ type: 'scan.completed' })).toEqual({ kind: 'later', at: '2026-03-10T12:01:00.000Z' });
  });

  test('tests the connection for a test event, and creates no issue', async () => {
    await world.track(rowOf('a', { severity: 'critical' }));
    expect(await send({ type: 'webhook.test', about: {} })).toEqual({ kind: 'delivered', attempt });
    expect(world.github.calls).toEqual(['GET /repos/acme/security']);
  });

  test('stops the integration when the credential is refused, or the repository is gone', async () => {
    await world.track(rowOf('a', { severity: 'critical' }));
    world.github.perform('delete-repository', { repository: 'acme/security' });
    expect(await send()).toMatchObject({ kind: 'stop', cause: 'gone', attempt: { status: 404 } });
    world.github.perform('revoke-token', { token: 'ghp_machine1' });
    expect(await send()).toMatchObject({
      kind: 'stop',
      cause: 'credential_refused',
      attempt: { status: 401 },
    });
  });

  test('waits as long as a rate limit asks', async () => {
    await world.track(rowOf('a', { severity: 'critical' }));
    world.github.inject('throttle', 'CreateIssue');
    expect(await send()).toMatchObject({ kind: 'failed', retryAfterSeconds: 60 });
  });

  test('continues with the rest on the next day, once', async () => {
    const settings = { repository: 'acme/security', newTicketsPerDay: 1, minimumSeverity: 'high' };
    await write(world.store, [{ change: 'update', record: 'subscriber', id: owner, set: { settings } }]);
    await world.track(rowOf('a'));
    await world.track(rowOf('b', { packageName: 'p2' }));
    await world.track(rowOf('c', { packageName: 'p3', repositoryId: 'r-2', projectUnitId: 'u-3' }));
    expect(await send()).toEqual({ kind: 'later', at: '2026-03-11T00:00:00.000Z' });
    const createdAt = world.now.toISOString();
    world.pass(24 * 60);
    // It then examines all repositories.
    expect(await send({}, { createdAt })).toMatchObject({ kind: 'later' });
    world.pass(24 * 60);
    expect(await send({}, { createdAt })).toMatchObject({ kind: 'delivered' });
    expect(world.issues).toHaveLength(3);
  });

  test('shows no credential in what it sends or answers', async () => {
    await world.track(
      rowOf('a', { severity: 'critical', title: 'token sgl_aaaaaaaaaaaaaaaaaaaaaaaa in a name' }),
    );
    const outcome = await send();
    const seen = JSON.stringify([outcome, world.github.state.issues, await world.tickets()]);
    expect(seen).not.toMatch(/ghp_machine1|sgl_a/);
  });
});
