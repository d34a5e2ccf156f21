import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world, type ApiResponse } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
let admin: Caller;

beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  admin = organization.as('admin');
});

const list = (query: Record<string, string> = {}, caller = admin) =>
  call('list-audit-events', { caller, query });
const itemsOf = ({ body }: ApiResponse) => body['items'] as Record<string, unknown>[];
const events = async () => itemsOf(await list());
const setThreshold = (apiGateSeverityThreshold: string, caller = admin) =>
  call('change-gate', { caller, headers: { 'If-Match': '*' }, body: { apiGateSeverityThreshold } });
const issue = () =>
  call('issue-token', { caller: { ...admin, tokenKind: 'session' }, body: { kind: 'service', name: 'ci' } });

describe('200', () => {
  const thresholds = ['high', 'medium', 'low', 'critical', 'high'];
  const changeAll = async () => {
    for (const [index, apiGateSeverityThreshold] of thresholds.entries()) {
      vi.setSystemTime(later(index));
      await setThreshold(apiGateSeverityThreshold);
    }
  };
  const after = (items: Record<string, unknown>[]) =>
    items.map((event) => (event['after'] as Record<string, unknown>)['apiGateSeverityThreshold']);

  test('lists newest first, page by page, each event once', async () => {
    await changeAll();
    expect(after(await events())).toEqual(thresholds.toReversed());
    const listed: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: '2', ...(cursor !== undefined && { cursor }) });
      listed.push(...itemsOf(page));
      cursor = page.body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(after(listed)).toEqual(thresholds.toReversed());
  });

  test('a new event shifts no page', async () => {
    await changeAll();
    const first = await list({ limit: '2' });
    vi.setSystemTime(later(60));
    await setThreshold('low');
    const second = await list({ limit: '2', cursor: String(first.body['nextCursor']) });
    expect(after(itemsOf(second))).toEqual(thresholds.toReversed().slice(2, 4));
  });

  test('lists only the events of the organization', async () => {
    await changeAll();
    const other = await newOrganization(world.store);
    expect((await list({}, other.as('owner'))).body).toEqual({ items: [] });
  });

  test("lists a client's own events, by its parent's plan", async () => {
    const client = await newOrganization(world.store, { parent: organization.organizationId });
    await setThreshold('low', client.as('admin'));
    await issue();
    const mine = itemsOf(await list({}, client.as('owner')));
    expect(mine.map(({ action }) => action)).toEqual(['gate.changed']);
    expect((await events()).map(({ action }) => action)).toEqual(['token.issued']);
    const denied = await list({}, { ...client.as('owner'), plan: 'Starter' });
    expect(denied.body).toMatchObject({ code: 'entitlement_denied', capability: 'audit_log' });
  });

  test('lists the actions of an operator and of a schedule', async () => {
    const { organizationId } = organization;
    for (const kind of ['operator', 'system'] as const)
      await write(world.store, [
        auditEvent({
          organizationId,
          at: noon.toISOString(),
          action: 'credits.adjusted',
          actor: { kind },
          cause: kind,
        }),
      ]);
    const kinds = (await events()).map(({ actor }) => actor);
    expect(kinds).toEqual(expect.arrayContaining([{ kind: 'operator' }, { kind: 'system' }]));
  });
});

describe('refused', () => {
  test.each([
    ['Free', 402],
    ['Starter', 402],
    ['Team', 200],
    ['Regulated', 200],
  ] as const)('on %s: %i, for tokens and sessions', async (plan, status) => {
    for (const kind of ['personal', 'session'] as const) {
      const answer = await list({}, { ...organization.as('owner', kind), plan });
      expect(answer.status).toBe(status);
      if (status === 402)
        expect(answer.body).toMatchObject({ code: 'entitlement_denied', capability: 'audit_log' });
    }
  });

  test('events are written on every plan and can be read after an upgrade', async () => {
    const { as } = await newOrganization(world.store, { plan: 'Free' });
    await setThreshold('low', as('owner', 'session'));
    expect(itemsOf(await list({}, { ...as('owner'), plan: 'Team' }))).toHaveLength(1);
  });

  test.each(['member', 'billing'] as const)('403 for a %s', async (role) => {
    expect((await list({}, organization.as(role))).body['code']).toBe('role_required');
  });

  test('403: without organization:read', async () => {
    const answer = await list({}, { ...admin, scopes: ['billing:read'] });
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: ['organization:read'] });
  });

  test('400: a limit out of bounds, an altered cursor, a cursor of another organization', async () => {
    await issue();
    await setThreshold('low');
    expect((await list({ limit: '101' })).body['code']).toBe('invalid_query');
    expect((await list({ cursor: 'x' })).body['code']).toBe('invalid_cursor');
    const cursor = String((await list({ limit: '1' })).body['nextCursor']);
    const other = await newOrganization(world.store);
    expect((await list({ cursor }, other.as('owner'))).body['code']).toBe('invalid_cursor');
  });
});
