import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import type { Subscriber } from '@scangate/domain/events/event-records';
import {
  actions,
  created,
  delayedDelivery,
  listening,
  webhookUrl,
} from '#test/support/integrations/integration-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let id: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  ({ id } = await created(organization.as('owner')));
  world.tried = [];
});
const change = (body: object, ifMatch: string | undefined = '*') =>
  call('change-integration', {
    caller: organization.as('owner'),
    params: { integrationId: id },
    body,
    headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  });
const stored = () =>
  world.store.get('subscriber', { organizationId: organization.organizationId, subscriberId: id });

test('200: name, types and rules change without the credential, and without a test', async () => {
  const settings = { rules: [{ types: ['*'], mode: 'digest' }] };
  const { status, body, headers } = await change({ name: 'All', types: ['*'], filter: null, settings });
  expect([status, headers['ETag']]).toEqual([200, '"2"']);
  expect(body).toMatchObject({ name: 'All', types: ['*'], settings });
  expect(body['filter']).toBeUndefined();
  expect(world.tried).toEqual([]);
  expect((await listening(organization)).listens).toEqual(['*']);
  expect(await actions(organization)).toEqual(['integration.changed', 'integration.created']);
});

test('200: an unchanged request gives no change and no event', async () => {
  expect((await change({ name: 'Security' })).headers['ETag']).toBe('"1"');
  expect(await actions(organization)).toEqual(['integration.created']);
});

test('200: a new credential is tested with the settings, and encrypted', async () => {
  const credential = { botToken: 'xoxb-another-secret' };
  const { status, text } = await change({ settings: { channel: 'C0123' }, credential });
  expect(status).toBe(200);
  expect(text).not.toContain('another-secret');
  expect(world.tried).toEqual([{ kind: 'slack', settings: { channel: 'C0123' }, credential }]);
  expect((await stored())?.credential).toBe(`sealed:${JSON.stringify(credential)}`);
});

test('422: settings with another destination need the credential', async () => {
  const { status, body } = await change({ settings: { channel: 'C0123' } });
  expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/credential']);
});

test('422 for settings or a credential of another kind', async () => {
  for (const [part, value] of [
    ['settings', { project: 'SEC' }],
    ['credential', { workflowUrl: 'https://x.logic.azure.com/y' }],
  ] as const) {
    const { status, body } = await change({ [part]: value });
    expect([status, body['code']]).toEqual([422, 'validation_failed']);
    expect(body.errors?.[0]?.pointer).toMatch(new RegExp(`^/${part}`));
  }
});

test('422 integration_refused leaves everything unchanged', async () => {
  const before = await stored();
  world.providerFailure = new ProviderFailure({ reason: 'refused', detail: 'invalid_auth', cause: 'status' });
  const { status } = await change({ credential: { botToken: 'xoxb-revoked' }, settings: { channel: 'C01' } });
  expect([status, await stored()]).toEqual([422, before]);
});

test('200: a disabled integration is no longer a subscriber, and is one again when enabled', async () => {
  expect((await change({ enabled: false })).body).toMatchObject({
    enabled: false,
    disabled: { cause: 'person' },
  });
  expect((await listening(organization)).listens).toEqual([]);
  expect((await change({ enabled: true })).body).toMatchObject({ enabled: true, failures: 0 });
  expect((await listening(organization)).listens).toContain('scan.failed');
});

test('422: after the provider refused the credential, enabling needs a new one', async () => {
  const { organizationId } = organization;
  const at = '2026-03-01T12:00:00.000Z';
  await world.store.commit([
    {
      change: 'update',
      record: 'subscriber',
      id: { organizationId, subscriberId: id },
      set: { disabled: { at, cause: 'credential_refused' }, failures: 4 },
    },
  ]);
  expect((await change({ enabled: true })).body.errors?.[0]?.pointer).toBe('/credential');
  const credential = { webhookUrl: 'https://hooks.slack.com/services/T0/B0/new' };
  const { body } = await change({ enabled: true, credential });
  expect([body['enabled'], body['disabled'], body['failures']]).toEqual([true, undefined, 0]);
});

describe('an integration starts again', () => {
  const delayedUntil = '2099-01-01T00:00:00.000Z';
  /** Makes the provider refuse a delivery, which waits for its next attempt. */
  const failed = async (fields: Partial<Subscriber>) => {
    const ids = { organizationId: organization.organizationId, subscriberId: id };
    const at = '2026-03-01T12:00:00.000Z';
    const set = { failures: 4, failingSince: at, warnedAt: at, probe: 1, waiting: 1, ...fields };
    await world.store.commit([
      { change: 'update', record: 'subscriber', id: ids, set },
      { change: 'insert', record: 'delivery', item: delayedDelivery(ids, at, delayedUntil) },
    ]);
    return async () => (await world.store.get('delivery', { ...ids, sequence: 1 }))?.dueAt ?? '';
  };

  test.each([
    ['enabled again', { disabled: { at: '2026-03-01T12:00:00.000Z', cause: 'gone' } }, { enabled: true }],
    ['with another credential', {}, { credential: { webhookUrl } }],
  ] as const)('%s: refused deliveries are due, and it is not failing', async (_how, fields, body) => {
    const dueAt = await failed(fields);
    expect(await change({ name: 'Other' })).toMatchObject({ status: 200 });
    expect(await dueAt()).toBe(delayedUntil);
    expect((await change(body)).body).toMatchObject({ enabled: true, failures: 0 });
    expect((await dueAt()) < delayedUntil).toBe(true);
    const { failingSince, warnedAt, probe, dueQueue } = (await stored()) ?? {};
    expect([failingSince, warnedAt, probe, typeof dueQueue]).toEqual([
      undefined,
      undefined,
      undefined,
      'string',
    ]);
  });

  test('not while it stays disabled', async () => {
    const dueAt = await failed({ disabled: { at: '2026-03-01T12:00:00.000Z', cause: 'gone' } });
    expect((await change({ credential: { webhookUrl } })).body).toMatchObject({ enabled: false });
    expect(await dueAt()).toBe(delayedUntil);
  });
});

test('428 without If-Match, 412 for another version, 404 for an unknown integration', async () => {
  const without = await call('change-integration', {
    caller: organization.as('owner'),
    params: { integrationId: id },
    body: { name: 'x' },
  });
  expect(without.status).toBe(428);
  expect((await change({ name: 'x' }, '"7"')).status).toBe(412);
  const foreign = await newOrganization(world.store);
  const { status, body } = await call('change-integration', {
    caller: foreign.as('owner'),
    params: { integrationId: id },
    body: { name: 'x' },
    headers: { 'If-Match': '*' },
  });
  expect([status, body['code']]).toEqual([404, 'integration_not_found']);
});
