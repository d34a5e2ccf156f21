import { beforeEach, expect } from 'vitest';
import type { Failure } from '@scangate/engines/model/failure';
import type { Scan } from '@scangate/domain/records';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { call, resetWorld, world, type CallOptions } from './call-endpoint.ts';
import { later, newOrganization, newRepository } from '../world.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

export const commitHash = 'a'.repeat(40);

/** Sets up a Team organization with a repository of two units before each test, and requests that scan it. */
export const scanRequests = () => {
  const fixture = {} as {
    organization: Awaited<ReturnType<typeof newOrganization>>;
    repository: Awaited<ReturnType<typeof newRepository>>;
  };
  beforeEach(async () => {
    resetWorld();
    fixture.organization = await newOrganization(world.store);
    fixture.repository = await newRepository(world.store, fixture.organization.organizationId, [
      ['', 'npm'],
      ['services/api', 'pypi'],
    ]);
  });

  const create = (body: object, more: CallOptions = {}) =>
    call('create-scan', { caller: fixture.organization.as('member'), body, ...more });
  const plain = (more: object = {}) => ({
    repositoryId: fixture.repository.repositoryId,
    commitHash,
    ...more,
  });
  const lockfileOf = (path: string) => ({
    ...plain({ projectUnitId: fixture.repository.units[0]?.projectUnitId }),
    lockfile: { path, content: '{"lockfileVersion":3,"packages":{}}' },
  });
  const balance = async () =>
    (await world.store.get('pool', { accountId: fixture.organization.organizationId, pool: 'core' }))
      ?.available;
  const entries = (kind: 'consume' | 'grant') =>
    world.store.all('ledgerEntry').filter((entry) => entry.kind === kind && entry.scanId !== undefined);
  const expectNothingHappened = async () => {
    expect(world.store.all('scan')).toEqual([]);
    expect(await balance()).toBe(500);
    expect(entries('consume')).toEqual([]);
    expect(world.started).toEqual([]);
  };
  /** Ends a scan as the workflow does: with a verdict, or with a failure of all its units. */
  const end = async (scanId: unknown, failure?: Failure) => {
    const { organizationId } = fixture.organization;
    const outcomeOf = (scan: Scan): ScanOutcome =>
      failure
        ? { status: 'failed', failure }
        : {
            status: 'completed',
            verdict: assembleVerdict(scan, [], { policy: defaultPolicy, judgedAt: later(60).toISOString() }),
          };
    const ending = { organizationId, scanId: String(scanId), outcomeOf };
    const ended = await endScan(ending, world, later(60));
    if (!ended) throw new Error('there is no such scan');
    return ended;
  };
  return { fixture, end, create, plain, lockfileOf, balance, entries, expectNothingHappened };
};
