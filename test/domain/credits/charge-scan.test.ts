import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { unitCharge, isCharged, totalCharge } from '@scangate/domain/credits/charge-scan';
import { grantPack, packNames } from '@scangate/domain/credits/credit-packs';
import { bookRefunds } from '@scangate/domain/credits/book-refunds';
import { DuplicateScanConflict } from '@scangate/domain/scans/dedup';
import { loadScanFacts } from '#app/scans/load-scan-facts.ts';
import type { Repository } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/roles';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { planScan } from '@scangate/domain/scans/plan-scan';
import { resolveRequest } from '@scangate/domain/scans/resolve-request';
import { unitTypes } from '@scangate/engines/model/project-unit';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import { failedConditionError } from '#ports/store.ts';
import { commitHash, newScan } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, noon, poolWith, testIds, write } from '#test/support/world.ts';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

describe('the price of a unit', () => {
  test('is one core credit when any core type fits it, and one SAST credit when sast does', () => {
    fc.assert(
      fc.property(
        fc.subarray([...scanTypes]),
        fc.constantFrom(...unitTypes),
        fc.boolean(),
        (types, unit, artifact) => {
          const charge = unitCharge(types, unit, artifact);
          const runs = types.filter((type) => artifact || appliesToUnit(type, unit));
          expect(charge.sast ?? 0).toBe(runs.includes('sast') ? 1 : 0);
          expect(charge.core ?? 0).toBe(runs.some((type) => type !== 'sast') ? 1 : 0);
          expect(isCharged(charge)).toBe(runs.length > 0);
        },
      ),
    );
  });

  test('adds up by pool: neither ever pays for the other', () => {
    const units = [{ charge: { core: 1 } }, { charge: { core: 1, sast: 1 } }, { charge: {} }];
    expect(totalCharge(units)).toEqual({ core: 2, sast: 1 });
  });
});

describe('planning a scan', () => {
  const planned = async (credits: number, units: Parameters<typeof newRepository>[2]) => {
    const organization = await newOrganization(store, { credits: { core: credits } });
    const repository = await newRepository(store, organization.organizationId, units);
    return { organization, repository, member: organization.as('member') };
  };

  test('the commit is compared in lower case, whatever case it was sent in', async () => {
    const { repository, member } = await planned(10, [['', 'npm']]);
    const scan = await newScan(store, {
      caller: member,
      repository,
      request: { commitHash: commitHash.toUpperCase() },
    });
    expect(scan.commitHash).toBe(commitHash);
  });

  test('an equal scan answers before an empty pool does', async () => {
    const { repository, member } = await planned(1, [['', 'npm']]);
    const first = await newScan(store, { caller: member, repository });
    const attempt = await planOf(member, repository);
    const refusal = await store.commit(attempt.changes);
    expect(refusal && failedConditionError(refusal)).toMatchObject({ scanId: first.scanId });
    expect(refusal && failedConditionError(refusal)).toBeInstanceOf(DuplicateScanConflict);
  });

  test('an empty pool leaves no scan and no place taken', async () => {
    const { repository, member } = await planned(1, [
      ['', 'npm'],
      ['b', 'go'],
    ]);
    const refusal = await store.commit((await planOf(member, repository)).changes);
    expect(refusal && failedConditionError(refusal)).toMatchObject({
      code: 'insufficient_credits',
      members: expect.objectContaining({ pool: 'core', balance: 1, required: 2 }),
    });
    expect([store.all('scan'), store.all('dedup')]).toEqual([[], []]);
  });

  const planOf = async (caller: Caller, repository: Repository) => {
    const { repositoryId } = repository;
    const request = { repositoryId, commitHash };
    const applyRenewals = (stored: BillingState) => stored;
    const { facts } = await loadScanFacts({ caller, repositoryId, applyRenewals }, store, noon);
    return planScan(resolveRequest(request, facts, noon), facts, testIds.scanId(noon), noon);
  };

  test('the scan of a client is paid by its parent, and says whose it was', async () => {
    const parent = await newOrganization(store, { credits: { core: 5 } });
    const client = await newOrganization(store, { plan: 'Free', parent: parent.organizationId });
    const repository = await newRepository(store, client.organizationId, [['', 'npm']]);
    await newScan(store, { caller: { ...client.as('member'), plan: 'Team' }, repository });
    const consumed = store.all('ledgerEntry').filter(({ kind }) => kind === 'consume');
    expect(consumed).toMatchObject([
      {
        accountId: parent.organizationId,
        organizationId: client.organizationId,
        amount: -1,
        sourceTrigger: 'api',
      },
    ]);
    expect(store.all('pool').find(({ pool }) => pool === 'core')?.available).toBe(4);
  });
});

test.each(packNames)('the pack %s is as many credits of that pool, bought', (name) => {
  const [pool, credits] = [name.split('-')[0], Number(name.split('-')[1])];
  const payment = { cause: 'pack#cs_1', invoiceId: 'in_1' };
  expect(grantPack('account', { pack: name, payment }, noon.toISOString())).toMatchObject([
    { record: 'ledgerEntry', item: { ...payment, pool, kind: 'grant', amount: credits, source: name } },
    { record: 'pool', id: { pool }, add: { available: credits, purchased: credits } },
  ]);
});

describe('a refund', () => {
  const scan = {
    scanId: 'scan',
    organizationId: 'org',
    billingAccountId: 'account',
    sourceTrigger: 'api' as const,
    chargedPeriods: { core: noon.toISOString(), sast: noon.toISOString() },
  };
  const poolOf = (pool: 'core' | 'sast') => poolWith('account', pool, { included: 5, consumed: 2 });
  const pools = { core: poolOf('core'), sast: poolOf('sast') };
  const both = {
    unit: { projectUnitId: 'a', charge: { core: 1, sast: 1 } },
    source: 'scan_failure_refund' as const,
  };

  test('goes to the pool each credit was taken from', async () => {
    await write(
      store,
      (['core', 'sast'] as const).map((pool) => ({ change: 'insert', record: 'pool', item: poolOf(pool) })),
    );
    const onlySast = { ...both, unit: { projectUnitId: 'b', charge: { sast: 1 } } };
    await write(store, bookRefunds(scan, { refunds: [both, onlySast], pools }, noon.toISOString()));
    expect(store.all('pool').map(({ available, consumed }) => [available, consumed])).toEqual([
      [4, 1],
      [5, 0],
    ]);
    expect(
      store.all('ledgerEntry').map(({ pool, projectUnitId, amount }) => [pool, projectUnitId, amount]),
    ).toEqual([
      ['core', 'a', 1],
      ['sast', 'a', 1],
      ['sast', 'b', 1],
    ]);
  });

  test('says why, of which unit of whose scan, and what had started it', () => {
    const [entry] = bookRefunds(
      { ...scan, sourceTrigger: 'cli' },
      { refunds: [both], pools },
      noon.toISOString(),
    );
    expect(entry).toMatchObject({
      item: {
        accountId: 'account',
        cause: 'refund#scan#a',
        kind: 'grant',
        source: 'scan_failure_refund',
        scanId: 'scan',
        projectUnitId: 'a',
        sourceTrigger: 'cli',
        organizationId: 'org',
      },
    });
  });

  test('of units that cost nothing is nothing', () => {
    const free = { ...both, unit: { projectUnitId: 'a', charge: {} } };
    expect(bookRefunds(scan, { refunds: [free], pools: {} }, noon.toISOString())).toEqual([]);
  });

  test('is never half made: a pool that is missing is a fault, not a loss', () => {
    expect(() =>
      bookRefunds(scan, { refunds: [both], pools: { core: pools.core } }, noon.toISOString()),
    ).toThrow('sast');
  });
});
