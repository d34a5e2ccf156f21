import { createScan } from '#app/scans/create-scan.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { endScanOfExecution } from '#app/scans/workflow/end-scan-of-execution.ts';
import { prepareScan, type PreparedScan } from '#app/scans/workflow/prepare-scan.ts';
import { PackGrantConflict } from '@scangate/domain/credits/credit-packs';
import { PoolConflict } from '@scangate/domain/credits/credit-pool';
import { Replay } from '@scangate/domain/idempotency';
import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import { scopes, type Caller } from '@scangate/domain/identity/roles';
import { failedConditionError, type Store } from '#ports/store.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import type { Command } from './account-commands.ts';
import type { ScanRequest } from './scan-model.ts';
import { storeUnitResult, taskContextAt, workflowWorld } from '../support/scans/workflow.ts';
import { newRepository, testIds, write } from '../support/world.ts';

/** One account that pays for two organizations, their repositories, and everything that moves its credits. */

interface Started {
  organizationId: string;
  scanId: string;
  prepared?: PreparedScan;
}

export interface BillingWorld {
  store: Store;
  world: ReturnType<typeof workflowWorld>;
  accountId: string;
  organizations: string[];
  repositories: Repository[][];
  /** By the place it was given when it was asked for. */
  scans: Map<number, Started>;
  now: Date;
}

/** Who works: some in the parent, some in the client, one in both. */
export const people = [
  { organization: 0, person: 'ada' },
  { organization: 0, person: 'ben' },
  { organization: 0, person: 'cy' },
  { organization: 0, person: 'dot' },
  { organization: 1, person: 'ada' },
  { organization: 1, person: 'eve' },
  { organization: 1, person: 'fay' },
];

const many = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? '' : `u${String(index).padStart(2, '0')}`));
/** Units each repository begins with. */
const begins = [many(1), many(3), many(42)];
/** The units that each commit has, by path; beside some of those, others that were not there before. */
export const commits: readonly (readonly string[])[] = [
  [''],
  many(2),
  ['', 'new0', 'new1', 'u01', 'u02'],
  ['', 'new0', 'new2'],
  ['', 'new1', ...many(42).slice(1)],
];
const hashOf = (commit: number): string => String(commit).repeat(40);

export const openBillingWorld = async (
  store: Store,
  order: Omit<NewOrganization, 'name'>,
  from: string,
): Promise<BillingWorld> => {
  const world = workflowWorld(store);
  const [accountId, client] = [testIds.uuid(), testIds.uuid()];
  const owner = { role: 'owner' as const, email: 'owner@example.com' };
  const owners = () => [{ ...owner, personId: testIds.uuid() }];
  await write(
    store,
    provisionOrganization(
      { name: 'Parent', ...order },
      { organizationId: accountId, people: owners(), createdAt: from },
    ),
  );
  const asClient = { name: 'Client', plan: 'Free' as const, parent: accountId };
  await write(
    store,
    provisionOrganization(asClient, { organizationId: client, people: owners(), createdAt: from }),
  );
  const repositories = [];
  for (const organizationId of [accountId, client]) {
    const mine = [];
    for (const paths of begins)
      mine.push(
        await newRepository(
          store,
          organizationId,
          paths.map((path) => [path, 'go']),
        ),
      );
    repositories.push(mine);
  }
  for (const [number, paths] of commits.entries())
    world.sources.commits.set(
      hashOf(number),
      Object.fromEntries(paths.map((path) => [path === '' ? 'go.mod' : `${path}/go.mod`, ''])),
    );
  const organizations = [accountId, client];
  return { store, world, accountId, organizations, repositories, scans: new Map(), now: new Date(from) };
};

/** Something that happens; run over a store, which may be one that takes turns. @returns what it said. */
export type Act = (economy: BillingWorld, store: Store) => Promise<string>;

const ports = ({ world }: BillingWorld, store: Store) =>
  ({ ...world, store, artifactCheck: { check: async () => ({ ok: true }) } }) as never;

/** Who asks, as the authorizer would tell it. */
export const callerOf = (
  { organizations, accountId }: BillingWorld,
  { organization, person }: Pick<ScanRequest, 'organization' | 'person'>,
): Caller => ({
  organizationId: organizations[organization] ?? '',
  billingAccountId: accountId,
  personId: person,
  role: 'member',
  plan: 'Team',
  tokenKind: 'personal',
  tokenId: testIds.uuid(),
  scopes,
});

const typesOf = { all: undefined, sca: ['sca'], sast: ['sast'], both: ['sca', 'sast'] };

/** @param key given twice, the second is answered as the first one was. */
export const create =
  (wish: ScanRequest, slot: number, key?: string): Act =>
  async (economy, store) => {
    const caller = callerOf(economy, wish);
    const { organizationId } = caller;
    const repository = economy.repositories[wish.organization]?.[wish.repository];
    const scanTypes = typesOf[wish.types];
    const body = {
      repositoryId: repository?.repositoryId,
      commitHash: hashOf(wish.commit),
      ...(scanTypes && { scanTypes }),
    };
    const idempotency = key && { organizationId, operation: 'create-scan', key, bodyHash: 'hash' };
    const request = { caller, body, idempotency };
    try {
      const { status, body: answer } = await createScan(request as never, ports(economy, store), economy.now);
      if (status === 200) return 'found';
      economy.scans.set(slot, { organizationId, scanId: answer.scanId });
      return 'created';
    } catch (error) {
      if (error instanceof Replay) return 'replayed';
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

/** What is done to a scan; without any it is nothing. */
const toScan =
  (slot: number, act: (scan: Started, economy: BillingWorld, store: Store) => Promise<string>): Act =>
  async (economy, store) => {
    const scan = economy.scans.get(slot);
    return scan ? act(scan, economy, store) : 'nothing';
  };

export const prepare = (slot: number): Act =>
  toScan(slot, async (scan, economy, store) => {
    const { organizationId, scanId } = scan;
    scan.prepared = await prepareScan(
      { organizationId, scanId },
      ports(economy, store),
      taskContextAt(economy.now),
    );
    return scan.prepared.failure?.errorCode ?? 'prepared';
  });

export const finish = (slot: number, failing: number): Act =>
  toScan(slot, async (scan, economy, store) => {
    const { organizationId, scanId } = scan;
    const failure = { errorCode: 'system_error' as const, error: 'It broke.' };
    const state = scan.prepared ?? { organizationId, scanId, units: [], failure };
    const results = [];
    for (const [index, { projectUnitId }] of state.units.entries()) {
      const found = index === failing ? { failure } : {};
      results.push(
        await storeUnitResult(economy.world.blobs, { organizationId, scanId, projectUnitId }, found),
      );
    }
    const { status } = await finishScan(
      { ...state, results },
      ports(economy, store),
      taskContextAt(economy.now),
    );
    return status;
  });

export const cancel = (slot: number): Act =>
  toScan(slot, async ({ organizationId, scanId }, economy, store) => {
    const outcomeOf = () => ({ status: 'cancelled' as const });
    const ending = { organizationId, scanId, outcomeOf };
    const ended = await endScan(ending, ports(economy, store), economy.now);
    return ended?.status ?? 'nothing';
  });

export const die = (slot: number): Act =>
  toScan(slot, async ({ organizationId, scanId }, economy, store) => {
    const input = JSON.stringify({ organizationId, scanId });
    const event = { detail: { status: 'ABORTED' as const, input } };
    await endScanOfExecution(event, ports(economy, store), taskContextAt(economy.now));
    const scan = await store.get('scan', { organizationId, scanId }, { consistent: true });
    return scan?.status ?? 'nothing';
  });

export const sweepNow: Act = async (economy, store) => {
  await sweepDueScans(ports(economy, store), taskContextAt(economy.now));
  return 'swept';
};

/** Writes what was decided from the pools as they are; who was slower decides again. */
const changePools = async (
  { accountId }: BillingWorld,
  store: Store,
  changesOf: NonNullable<Command['changes']>,
): Promise<string> => {
  for (;;) {
    const { pools } = await loadAccount(accountId, store);
    const refusal = await store.commit(changesOf(pools));
    const error = refusal && failedConditionError(refusal);
    if (!error) return 'done';
    if (error instanceof PackGrantConflict) return 'done before';
    if (!(error instanceof PoolConflict)) throw error;
  }
};

export const execute =
  ({ rule, changes }: Command): Act =>
  async (economy, store) => {
    try {
      if (rule) await changeAccount(economy.accountId, { rule, now: economy.now.toISOString() }, store);
      return changes ? await changePools(economy, store, changes) : 'done';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };
