import { describe, expect, test, vi } from 'vitest';
import { billingGateNames } from '@scangate/domain/scans/billing-gates';
import type { Account } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, newRepository, noon, poolWith, testIds, write } from '#test/support/world.ts';

const { fixture, create, plain, lockfileOf } = scanRequests();
const quote = (body: object, caller: Caller = fixture.organization.as('member')) =>
  call('quote-scan', { caller, body });
const accountId = () => fixture.organization.organizationId;
const changeAccount = (set: Partial<Account>) =>
  write(world.store, [{ change: 'update', record: 'account', id: { accountId: accountId() }, set }]);
const setPool = (id: string, name: 'core' | 'sast', credits: Parameters<typeof poolWith>[2]) => {
  const { accountId: _id, pool, ...set } = poolWith(id, name, credits);
  return write(world.store, [{ change: 'update', record: 'pool', id: { accountId: id, pool }, set }]);
};
interface Quote {
  price: object;
  balance: { core: { before: number; after: number } };
  gates: { gate: string; passed: boolean; code?: string }[];
  refusal: { gate: string; code: string; pool?: string; balance?: number; required?: number } | null;
}
const quoteOf = async (...request: Parameters<typeof quote>) =>
  (await quote(...request)).body as unknown as Quote;

describe('200', () => {
  test('has the price by unit, skipped types with reasons, and the remaining balance', async () => {
    const { status, body } = await quote(plain());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      price: { core: 2, sast: 0 },
      priceLater: { core: 0, sast: 0 },
      scanTypes: ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets'],
      projectUnits: [
        { path: '', type: 'npm', charge: { core: 1, sast: 0 } },
        { path: 'services/api', type: 'pypi', charge: { core: 1, sast: 0 } },
      ],
      balance: { core: { before: 500, after: 498 }, sast: { before: 0, after: 0 } },
      refusal: null,
    });
    expect(body['skippedScanTypes']).toContainEqual({ scanType: 'sast', reason: 'sast_addon_required' });
    expect(body['gates']).toEqual(billingGateNames.map((gate) => ({ gate, passed: true })));
  });

  test('prices the one unit that the scan is limited to, even with an artifact', async () => {
    expect(
      (await quoteOf(plain({ projectUnitId: fixture.repository.units[1]?.projectUnitId }))).price,
    ).toEqual({
      core: 1,
      sast: 0,
    });
    expect((await quoteOf(lockfileOf('package-lock.json'))).price).toEqual({ core: 1, sast: 0 });
    expect([world.blobs.objects.size, world.checked]).toEqual([0, []]);
  });

  test('prices units beyond 40 as paid later', async () => {
    const units = Array.from({ length: 45 }, (_, index): [string, 'npm'] => [`p${index}`, 'npm']);
    const { repositoryId } = await newRepository(world.store, accountId(), units);
    const { body } = await quote({ repositoryId, commitHash });
    expect(body).toMatchObject({
      price: { core: 40 },
      priceLater: { core: 5 },
      balance: { core: { after: 460 } },
    });
    expect(body['projectUnits']).toHaveLength(40);
  });

  test('is free, without license and credits, when an equal scan exists', async () => {
    const { body: scan } = await create(plain());
    await setPool(accountId(), 'core', {});
    const month = { accountId: accountId(), month: '2026-03' };
    await write(world.store, [{ change: 'update', record: 'licenseMonth', id: month, set: { used: 5 } }]);
    const other = { ...fixture.organization.as('member'), personId: testIds.uuid() };
    const { body } = await quote(plain(), other);
    expect(body).toMatchObject({ price: { core: 0, sast: 0 }, projectUnits: [], refusal: null });
    expect(body['gates']).toContainEqual({ gate: 'dedup', passed: true, scanId: scan['scanId'] });
    expect(await create(plain(), { caller: other })).toMatchObject({ status: 200 });
  });

  test('ignores an equal scan whose dedup row has expired', async () => {
    await create(plain());
    const [row] = world.store.all('dedup');
    if (!row) throw new Error('a row');
    const { expiresAt: _freeAt, scanId: _scanId, ...id } = row;
    await write(world.store, [
      { change: 'update', record: 'dedup', id, set: { expiresAt: noon.toISOString() } },
    ]);
    expect((await quoteOf(plain())).price).toEqual({ core: 2, sast: 0 });
  });

  test('checks every gate, not only up to the first that refuses', async () => {
    await changeAccount({ unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] });
    await setPool(accountId(), 'core', { included: 1 });
    await write(world.store, [
      {
        change: 'insert',
        record: 'licenseMonth',
        item: { accountId: accountId(), month: '2026-03', used: 5 },
      },
    ]);
    const { gates, refusal, balance } = await quoteOf(plain());
    expect(gates.map(({ gate, passed, code }) => [gate, passed, code])).toEqual([
      ['plan', true, undefined],
      ['repository', true, undefined],
      ['payment_hold', false, 'payment_failed'],
      ['sast_addon', true, undefined],
      ['dedup', true, undefined],
      ['license', false, 'seat_license_required'],
      ['budget', true, undefined],
      ['credits', false, 'insufficient_credits'],
    ]);
    expect(gates[5]).toMatchObject({ remedy: 'buy_licenses' });
    expect(gates[7]).toMatchObject({ pool: 'core', balance: 1, required: 2 });
    expect(refusal).toEqual(gates[2]);
    expect(balance.core).toEqual({ before: 1, after: 1 });
  });

  test('includes a late refill without writing it', async () => {
    await setPool(accountId(), 'core', { included: 500, consumed: 500 });
    expect((await quoteOf(plain())).refusal).toMatchObject({ code: 'insufficient_credits' });
    vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
    try {
      const before = allRecords(world.store);
      expect(await quoteOf(plain())).toMatchObject({ refusal: null, balance: { core: { before: 500 } } });
      expect(allRecords(world.store)).toEqual(before);
    } finally {
      vi.setSystemTime(noon);
    }
  });

  test('quotes an uploaded request by its uploadId', async () => {
    const uploadId = testIds.uuid();
    const { organizationId } = fixture.organization;
    const item = { organizationId, uploadId, contentLength: 1, createdAt: noon.toISOString() };
    await write(world.store, [{ change: 'insert', record: 'upload', item }]);
    await world.blobs.put({ area: 'incoming', organizationId, name: uploadId }, JSON.stringify(plain()));
    expect((await quoteOf({ uploadId })).price).toEqual({ core: 2, sast: 0 });
  });

  test('quotes a client from the pools of its parent', async () => {
    const client = await newOrganization(world.store, { parent: accountId() });
    const { repositoryId } = await newRepository(world.store, client.organizationId, [['', 'go']]);
    const { balance } = await quoteOf({ repositoryId, commitHash }, client.as('member'));
    expect(balance.core).toEqual({ before: 500, after: 499 });
  });
});

describe('refused like the creation', () => {
  test.each([
    ['repository_not_found', () => plain({ repositoryId: testIds.uuid() })],
    ['project_unit_not_found', () => plain({ projectUnitId: testIds.uuid() })],
    ['both_artifacts', () => ({ ...lockfileOf('package-lock.json'), sbom: {} })],
    ['lockfile_path_invalid', () => lockfileOf('../package-lock.json')],
    ['unsupported_lockfile', () => lockfileOf('readme.txt')],
    ['project_unit_required', () => plain({ sbom: {} })],
    ['scan_type_not_applicable', () => ({ ...lockfileOf('package-lock.json'), scanTypes: ['secrets'] })],
    ['scan_type_not_applicable', () => ({ ...lockfileOf('package-lock.json'), scanTypes: ['sast'] })],
    ['upload_not_found', () => ({ uploadId: testIds.uuid() })],
    ['unknown_field', () => plain({ commitSha: commitHash })],
    ['validation_failed', () => plain({ scanTypes: [] })],
  ])('%s', async (code, body) => {
    const request = body();
    const before = allRecords(world.store);
    const quoted = await quote(request);
    expect(quoted.body['code']).toBe(code);
    expect(allRecords(world.store)).toEqual(before);
    const created = await create(request);
    expect([created.status, created.body['code']]).toEqual([quoted.status, code]);
  });

  test('project_unit_foreign', async () => {
    const other = await newRepository(world.store, accountId(), [['', 'npm']]);
    const { body } = await quote(plain({ projectUnitId: other.units[0]?.projectUnitId }));
    expect(body['code']).toBe('project_unit_foreign');
  });
});
