import { describe, expect, test, vi } from 'vitest';
import { world } from '#test/support/api/call-endpoint.ts';
import {
  book,
  causes,
  list,
  organization,
  useLedgerCalls,
  walk,
} from '#test/support/billing/ledger-calls.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

useLedgerCalls();

const consume = (scanId: string, unit: string, more: object = {}) =>
  [
    `consume#${scanId}#${unit}`,
    { kind: 'consume', amount: -1, scanId, organizationId: organization.organizationId, ...more },
  ] as const;

describe('filters of the list', () => {
  test('200: kind and source are combined, over all pages, with every entry once', async () => {
    for (let made = 0; made < 12; made++) {
      const pool = made % 2 === 0 ? 'core' : 'sast';
      await book(pool, 100 + made, `refill#${made}`, { kind: 'grant', source: 'refill' });
      await book(pool, 200 + made, `pack#${made}`, { kind: 'grant', source: 'core-100' });
      await book(pool, 300 + made, `adjust#${made}`);
    }
    for (const limit of ['1', '5', '100']) {
      const packs = await walk({ kind: 'grant', source: 'core-100', limit });
      expect(packs).toEqual(Array.from({ length: 12 }, (_, made) => `pack#${made}`));
    }
    expect(await walk({ kind: 'consume', limit: '5' })).toEqual([]);
    expect(await walk({ source: 'refill', pool: 'sast', limit: '4' })).toHaveLength(6);
  });

  test('200: the entries of a scan are found by their causes, however long the ledger is', async () => {
    const [scanId, other] = [testIds.uuid(), testIds.uuid()];
    for (const unit of ['a', 'b', 'c']) await book('core', 90, ...consume(scanId, unit));
    await book('sast', 80, ...consume(scanId, 'a'));
    await book('core', 70, `refund#${scanId}#b`, { kind: 'grant', source: 'scan_failure_refund', scanId });
    await book('core', 60, `promotion_expire#${scanId}#b`, { kind: 'expire', amount: -1, scanId });
    await book('core', 50, ...consume(other, 'a'));
    const all = [
      `promotion_expire#${scanId}#b`,
      `refund#${scanId}#b`,
      `consume#${scanId}#a`,
      `consume#${scanId}#a`,
      `consume#${scanId}#b`,
      `consume#${scanId}#c`,
    ];
    for (const limit of ['1', '2', '100']) expect(await walk({ scanId, limit })).toEqual(all);
    const query = vi.spyOn(world.store, 'list');
    expect(causes(await list({ scanId: scanId.toUpperCase(), kind: 'grant' }))).toEqual([all[1]]);
    expect(query.mock.calls.every(([name]) => name === 'ledger')).toBe(true);
    expect(causes(await list({ scanId, pool: 'sast' }))).toEqual([`consume#${scanId}#a`]);
    expect(causes(await list({ scanId, from: '2026-03-11' }))).toEqual([]);
  });

  test('200: a filter with few matches ends an answer with a cursor before it is slow', async () => {
    await book('core', 9_999, 'refill#oldest', { kind: 'grant', source: 'refill' });
    for (let made = 0; made < 5_001; made++) await book('core', 1, `adjust#${made}`);
    const first = await list({ source: 'refill' });
    expect([causes(first), typeof first.body['nextCursor']]).toEqual([[], 'string']);
    expect(await walk({ source: 'refill', limit: '10' })).toEqual(['refill#oldest']);
  });

  test('200: a client organization finds its own scans, and none of its siblings by their ids', async () => {
    const client = await newOrganization(world.store, {
      plan: 'Regulated',
      parent: organization.organizationId,
    });
    const sibling = await newOrganization(world.store, {
      plan: 'Regulated',
      parent: organization.organizationId,
    });
    const [mine, theirs] = [testIds.uuid(), testIds.uuid()];
    await book('core', 20, ...consume(mine, 'a', { organizationId: client.organizationId }));
    await book('core', 10, ...consume(theirs, 'a', { organizationId: sibling.organizationId }));
    const caller = client.as('owner');
    expect(causes(await list({ scanId: mine }, { caller }))).toEqual([`consume#${mine}#a`]);
    expect(causes(await list({ scanId: theirs }, { caller }))).toEqual([]);
    const first = await list({ kind: 'consume', limit: '1' }, { caller });
    expect(JSON.stringify(first.body)).not.toContain(theirs);
    const cursor = String(first.body['nextCursor']);
    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain(theirs);
    const rest = await list({ kind: 'consume', limit: '1', cursor }, { caller });
    expect(causes(rest)).toEqual([`consume#${mine}#a`]);
  });

  test('400: a cursor of another filter, a kind that does not exist, an invalid scan id', async () => {
    for (const seconds of [1, 2, 3]) await book('core', seconds, `adjust#${seconds}`);
    const cursor = String((await list({ kind: 'adjust', limit: '1' })).body['nextCursor']);
    expect((await list({ kind: 'grant', limit: '1', cursor })).body['code']).toBe('invalid_cursor');
    const queries: Record<string, string>[] = [{ kind: 'debit' }, { scanId: 'x' }, { source: '' }];
    for (const query of queries) expect((await list(query)).body['code']).toBe('invalid_query');
  });
});
