import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { encodeCursor } from '#contract/cursor.ts';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon } from '#test/support/world.ts';
import {
  useLedgerCalls,
  organization,
  list,
  csv,
  causes,
  before,
  book,
  walk,
  empty,
  openAccount,
} from '#test/support/billing/ledger-calls.ts';

useLedgerCalls();

describe('the list', () => {
  test('has each entry with all fields but the account', async () => {
    const fields = {
      kind: 'consume' as const,
      amount: -1,
      source: 's',
      motif: 'm',
      scanId: organization.organizationId,
      projectUnitId: organization.organizationId,
      sourceTrigger: 'cli' as const,
      invoiceId: 'in_1',
      organizationId: organization.organizationId,
      personId: organization.organizationId,
    };
    await book('core', 60, 'adjust#first', { amount: 5 });
    await book('core', 30, 'consume#1#2', fields);
    const { body } = await list({ pool: 'core', limit: '1' });
    expect(body['items']).toEqual([{ at: before(30), pool: 'core', cause: 'consume#1#2', ...fields }]);
  });

  test('of a pool is newest first, with one query per page', async () => {
    for (const seconds of [10, 20, 30]) await book('core', seconds, `adjust#${seconds}`);
    await book('sast', 15, 'adjust#sast');
    const query = vi.spyOn(world.store, 'list');
    expect(causes(await list({ pool: 'core' }))).toEqual(['adjust#10', 'adjust#20', 'adjust#30']);
    expect(query).toHaveBeenCalledTimes(1);
    expect(await walk({ pool: 'core', limit: '2' })).toEqual(['adjust#10', 'adjust#20', 'adjust#30']);
  });

  test('of both pools is merged by time over all pages, with every entry once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...poolNames), fc.nat(4)), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (booked, limit) => {
          resetWorld();
          await openAccount();
          for (const [index, [pool, seconds]] of booked.entries())
            await book(pool, seconds, `adjust#${pool}#${index}#${seconds}`);
          const seen = await walk({ limit: String(limit) });
          expect(seen.toSorted()).toEqual(
            booked.map(([pool, at], index) => `adjust#${pool}#${index}#${at}`).toSorted(),
          );
          const times = seen.map((cause) => Number(cause.split('#').at(-1)));
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of both pools does not query a finished pool again', async () => {
    await book('sast', 10, 'adjust#sast');
    for (const seconds of [20, 30, 40]) await book('core', seconds, `adjust#${seconds}`);
    const { body } = await list({ limit: '3' });
    const query = vi.spyOn(world.store, 'list');
    expect(causes(await list({ limit: '3', cursor: String(body['nextCursor']) }))).toEqual(['adjust#40']);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('from and to are included, as instants and as dates', async () => {
    await book('core', 86_400, 'adjust#yesterday');
    await book('core', 0, 'adjust#today');
    const found = async (query: Record<string, string>) => causes(await list(query));
    expect(await found({ from: noon.toISOString() })).toEqual(['adjust#today']);
    expect(await found({ to: before(86_400) })).toEqual(['adjust#yesterday']);
    expect(await found({ from: '2026-03-09', to: '2026-03-09' })).toEqual(['adjust#yesterday']);
    expect(await found({ from: '2026-03-09', to: '2026-03-10' })).toHaveLength(2);
    expect(await found({ from: '2026-03-11' })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { pool: 'gold' },
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { from: '2026-03-11', to: '2026-03-10' },
    { limit: '0' },
    { limit: '101' },
  ])('400 invalid_query: %j', async (query) => {
    const { status, body } = await list(query);
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });

  test('400 invalid_cursor for a cursor that was altered, or is of another filter or account', async () => {
    for (const seconds of [10, 20]) await book('core', seconds, `adjust#${seconds}`);
    const cursor = String((await list({ limit: '1' })).body['nextCursor']);
    const other = await newOrganization(world.store);
    const refused = async (query: Record<string, string>, more: CallOptions = {}) =>
      expect((await list({ cursor, ...query }, more)).body['code']).toBe('invalid_cursor');
    await refused({ cursor: `${cursor}x` });
    await refused({ pool: 'core' });
    await refused({ from: '2026-03-01' });
    await refused({}, { caller: other.as('owner') });
  });

  test.each(['x', '[]', '{"core":7}', '{"gold":"x"}', 'null'])(
    '400 invalid_cursor: the position %s, which no page can end with',
    async (position) => {
      const made = encodeCursor(position, {
        list: 'list-ledger',
        owner: JSON.stringify([organization.organizationId, undefined, {}]),
      });
      expect((await list({ cursor: String(made) })).body['code']).toBe('invalid_cursor');
    },
  );

  test('shows a client its own rows, and digests of others, even in cursors', async () => {
    const client = await newOrganization(world.store, { parent: organization.organizationId });
    const other = await newOrganization(world.store, { parent: organization.organizationId });
    const debit = (seconds: number, owner: string, scan: string) =>
      book('core', seconds, `consume#${scan}#unit-${scan}`, {
        kind: 'consume',
        amount: -1,
        scanId: scan,
        projectUnitId: `unit-${scan}`,
        organizationId: owner,
        personId: `person-${scan}`,
      });
    await book('core', 90, 'adjust#first', { amount: 50 });
    for (const [seconds, owner, scan] of [
      [40, client.organizationId, 'mine-1'],
      [30, other.organizationId, 'hidden-1'],
      [30, other.organizationId, 'hidden-2'],
      [30, client.organizationId, 'mine-2'],
      [20, organization.organizationId, 'hidden-3'],
    ] as const)
      await debit(seconds, owner, scan);
    const seen: string[] = [];
    const texts: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '1', ...(cursor !== undefined && { cursor }) };
      const { text, body } = await list(query, { caller: client.as('admin') });
      cursor = body['nextCursor'] as string | undefined;
      texts.push(text, Buffer.from(cursor ?? '', 'base64url').toString());
      seen.push(...causes({ body }));
    } while (cursor !== undefined);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toContain('consume#mine-2#unit-mine-2');
    expect(texts.join('')).not.toContain('hidden');
    const rows = (await csv({}, { caller: client.as('admin') })).text;
    expect(rows).not.toContain('hidden');
    expect(rows).toContain('mine-1');
    expect((await csv()).text).toContain('hidden-3');
  });

  test('of a client organization is that of its parent', async () => {
    await book('core', 10, 'adjust#parent');
    const client = await newOrganization(world.store, { parent: organization.organizationId });
    const caller = client.as('admin');
    expect(causes(await list({}, { caller }))).toEqual(['adjust#parent']);
    expect((await csv({}, { caller })).text).toContain('adjust#parent');
  });

  test('of another organization is not visible', async () => {
    await book('core', 10, 'adjust#mine');
    const other = await newOrganization(world.store, empty);
    expect(causes(await list({}, { caller: other.as('owner') }))).toEqual([]);
  });
});
