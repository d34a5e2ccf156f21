import { beforeEach, describe, expect, test } from 'vitest';
import { endQuote } from '@scangate/domain/history-scans/quote-history';
import type { Repository } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let repository: Repository;
let historyScanId: string;

/** Quotes the history with so many files. */
const quoted = async (files: number, credits = 3): Promise<void> => {
  organization = await newOrganization(world.store, { credits: { core: credits, sast: 0 } });
  repository = await newRepository(world.store, organization.organizationId);
  const { repositoryId } = repository;
  const { body } = await call('quote-history-scan', {
    caller: organization.as('member'),
    params: { repositoryId },
  });
  historyScanId = String(body['historyScanId']);
  const scan = world.store.all('historyScan').find((one) => one.historyScanId === historyScanId)!;
  await write(world.store, [endQuote(scan, { commits: 2, files, gaps: [] }, noon)]);
};

const start = (headers: Record<string, string> = {}, body: object = { historyScanId }) =>
  call('start-history-scan', {
    caller: organization.as('member'),
    params: { repositoryId: repository.repositoryId },
    body,
    headers,
  });

beforeEach(async () => {
  resetWorld();
  await quoted(10_001);
});

test('202: the price is debited and the work is started, once', async () => {
  const { status, body } = await start({ 'Idempotency-Key': 'once' });
  expect([status, body]).toMatchObject([
    202,
    { status: 'running', quote: { credits: { core: 2, sast: 0 } }, progress: { parts: 2, done: 0 } },
  ]);
  expect((await start({ 'Idempotency-Key': 'once' })).body).toEqual(body);
  expect((await start()).body).toEqual(body);
  const debits = world.store.all('ledgerEntry').filter(({ kind }) => kind === 'consume');
  const { repositoryId } = repository;
  expect(debits).toMatchObject([
    {
      amount: -2,
      source: 'history_scan',
      cause: `consume#${historyScanId}#${repositoryId}`,
      scanId: historyScanId,
    },
  ]);
  expect(world.started).toContain(`look ${historyScanId}`);
  const actions = world.store.all('auditEvent').map(({ action }) => action);
  expect(actions.filter((action) => action === 'history_scan.started')).toHaveLength(1);
  expect(world.store.all('license')).toHaveLength(1);
});

test('202: even when the work does not start now, because the sweep starts it', async () => {
  world.startFails = true;
  expect((await start()).status).toBe(202);
  expect(world.store.all('historyScan')).toMatchObject([{ status: 'running' }]);
});

describe('refusals leave nothing behind', () => {
  const nothing = () => {
    expect(world.store.all('ledgerEntry').filter(({ kind }) => kind === 'consume')).toEqual([]);
    expect(world.store.all('license')).toEqual([]);
    expect(world.started.filter((what) => what.startsWith('look'))).toEqual([]);
  };

  test('402 when the pool cannot pay', async () => {
    await quoted(50_000, 4);
    const { status, body } = await start();
    expect([status, body]).toMatchObject([
      402,
      { code: 'insufficient_credits', pool: 'core', balance: 4, required: 5 },
    ]);
    nothing();
  });

  test('402 while a payment is unresolved, before the credits are checked', async () => {
    await quoted(50_000, 4);
    const id = { accountId: organization.organizationId };
    const unpaidInvoices = [{ invoiceId: 'in_1', failedAt: noon.toISOString() }];
    await write(world.store, [{ change: 'update', record: 'account', id, set: { unpaidInvoices } }]);
    const { status, body } = await start();
    expect([status, body['code']]).toEqual([402, 'payment_failed']);
    nothing();
  });

  test('404 for a missing quote, 422 without one', async () => {
    const unknown = { historyScanId: '00000000-0000-7000-8000-00000000dead' };
    expect((await start({}, unknown)).body['code']).toBe('history_scan_not_found');
    expect((await start({}, {})).status).toBe(422);
    nothing();
  });
});
