import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEvent, type AuditAction } from '@scangate/domain/audit/audit-event';
import type { AuditEvent } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
});

const list = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call('list-audit-events', { caller: organization.as('admin'), query, headers });
const targets = ({ body }: Awaited<ReturnType<typeof list>>) =>
  (body['items'] as { target: string }[]).map(({ target }) => target);

/** Records an action, this many seconds after noon. */
const record = async (
  seconds: number,
  target: string,
  {
    action = 'member.changed',
    ...more
  }: Partial<Pick<AuditEvent, 'actor' | 'before' | 'after'>> & { action?: AuditAction } = {},
) =>
  write(world.store, [
    auditEvent({
      organizationId: organization.organizationId,
      cause: `${target}#${seconds}`,
      action,
      at: later(seconds).toISOString(),
      actor: { kind: 'system' },
      target,
      ...more,
    }),
  ]);
const byMember = () => {
  const { personId, role, tokenId } = organization.as('member');
  return { kind: 'person', personId, role, tokenId } as const;
};
const walk = async (query: Record<string, string>): Promise<string[]> => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(page.status).toBe(200);
    seen.push(...targets(page));
    cursor = page.body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  return seen;
};

describe('200', () => {
  test('action, person and target are combined, page by page, each event once', async () => {
    const actor = byMember();
    for (let made = 0; made < 9; made++) {
      await record(made * 3, `t${made}`, { actor });
      await record(made * 3 + 1, `t${made}`, { action: 'gate.changed', actor });
      await record(made * 3 + 2, `t${made}`);
    }
    const all = Array.from({ length: 9 }, (_, made) => `t${8 - made}`);
    for (const limit of ['1', '4', '100']) expect(await walk({ action: 'gate.changed', limit })).toEqual(all);
    const { personId } = actor;
    expect(await walk({ personId, limit: '5' })).toHaveLength(18);
    expect(await walk({ personId: personId.toUpperCase(), action: 'gate.changed', target: 't4' })).toEqual([
      't4',
    ]);
    expect(await walk({ target: 't' })).toEqual([]);
  });

  test('from and to are included, even between pages', async () => {
    for (const seconds of [0, 10, 20, 30]) await record(seconds, `t${seconds}`);
    const range = { from: later(10).toISOString(), to: later(20).toISOString() };
    expect(await walk({ ...range, limit: '1' })).toEqual(['t20', 't10']);
    expect(await walk({ from: '2026-03-11' })).toEqual([]);
    expect(await walk({ to: '2026-03-10', from: '2026-03-10' })).toHaveLength(4);
  });

  test('CSV has every event that matches, by Accept and by format', async () => {
    for (let made = 0; made < 700; made++) await record(made, `t${made}`);
    await record(701, 'other', { action: 'gate.changed' });
    const file = await list({ format: 'csv', action: 'member.changed', limit: '1' });
    expect(file.headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-2026-03-10.csv"',
    });
    const lines = file.text.split('\r\n');
    expect(lines[0]).toBe('eventId,at,action,actor,personId,role,tokenId,linkId,target,before,after');
    expect(lines).toHaveLength(702);
    expect((await list({ action: 'member.changed' }, { accept: 'text/csv' })).text).toBe(file.text);
    expect((await list({ format: 'json' }, { accept: 'text/csv' })).body['items']).toHaveLength(50);
  });

  test('CSV never has a cell that a spreadsheet computes', async () => {
    const evil = '=HYPERLINK("https://example.com","x")';
    await record(1, evil, { before: { name: `a;${evil}` }, after: { name: '\u202e@SUM(A1)\t+1' } });
    const [, line = ''] = (await list({ format: 'csv' })).text.split('\r\n');
    expect(line).toContain(`"'=HYPERLINK(""https://example.com"",""x"")"`);
    expect(line).toContain(`a;'=HYPERLINK`);
    expect(line).not.toMatch(/(?:^|[,;\t"])[=@]/);
  });
});

describe('refusals', () => {
  test('400: a cursor of other filters, an action that does not exist, from after to', async () => {
    for (const seconds of [0, 10]) await record(seconds, 't');
    const cursor = String((await list({ target: 't', limit: '1' })).body['nextCursor']);
    expect((await list({ limit: '1', cursor })).body['code']).toBe('invalid_cursor');
    const queries: Record<string, string>[] = [
      { action: 'gate.opened' },
      { personId: 'x' },
      { format: 'xml' },
      { from: 'yesterday' },
      { from: '2026-03-11', to: '2026-03-10' },
    ];
    for (const query of queries) expect((await list(query)).body['code']).toBe('invalid_query');
  });

  test('402: a plan without the audit log has no CSV either; 406: no such format', async () => {
    const caller = (await newOrganization(world.store, { plan: 'Starter' })).as('owner', 'session');
    const { body } = await call('list-audit-events', { caller, query: { format: 'csv' } });
    expect([body['code'], body['capability']]).toEqual(['entitlement_denied', 'audit_log']);
    expect((await list({}, { accept: 'application/xml' })).status).toBe(406);
  });
});
