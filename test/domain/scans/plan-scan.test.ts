import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { loadScanFacts } from '#app/scans/load-scan-facts.ts';
import { failedConditionError } from '#ports/store.ts';
import { commitHash, newScan } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, noon, testIds } from '#test/support/world.ts';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Repository } from '@scangate/domain/records';
import { DuplicateScanConflict } from '@scangate/domain/scans/dedup';
import { planScan } from '@scangate/domain/scans/plan-scan';
import { resolveRequest } from '@scangate/domain/scans/resolve-request';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

describe('planning a scan', () => {
  const planned = async (credits: number, units: Parameters<typeof newRepository>[2]) => {
    const organization = await newOrganization(store, { credits: { core: credits } });
    const repository = await newRepository(store, organization.organizationId, units);
    return { organization, repository, member: organization.as('member') };
  };

  test('reports an equal scan before an empty pool', async () => {
    const { repository, member } = await planned(1, [['', 'npm']]);
    const first = await newScan(store, { caller: member, repository });
    const attempt = await planOf(member, repository);
    const refusal = await store.commit(attempt.changes);
    expect(refusal && failedConditionError(refusal)).toMatchObject({ scanId: first.scanId });
    expect(refusal && failedConditionError(refusal)).toBeInstanceOf(DuplicateScanConflict);
  });

  test('leaves no scan and no dedup row when the pool is empty', async () => {
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
    const resolved = resolveRequest(request, facts, noon);
    return planScan({ resolved, facts, scanId: testIds.scanId(noon), drawn: {} }, noon);
  };

  test('charges the parent for the scan of its client, and records the client', async () => {
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
