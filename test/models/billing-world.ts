import { memorySourceArchive } from '#adapters/memory/source-archive.ts';
import { refundCreditPack as refund } from '#app/operator/refund-credit-pack.ts';
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
import { newPaymentAccount, paymentAccountChange } from '@scangate/domain/payments/payment-account';
import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import { endPause } from '#test/support/scans/end-pause.ts';
import { scopes } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { failedConditionError, type Store } from '#ports/store.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import type { Command } from './account-commands.ts';
import type { ScanRequest } from './scan-model.ts';
import { storeUnitResult, taskContextAt, workflowWorld } from '../support/scans/workflow.ts';
import { newRepository, testIds, write } from '../support/world.ts';

/** One account that pays for two organizations, with their repositories and everything that changes its credits. */

interface StartedScan {
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
  /** The money that the payment provider returned, by refund. */
  returned: Map<string, number>;
  /** The scans by the slot of their request. */
  scans: Map<number, StartedScan>;
  now: Date;
}

/** The people who scan: some in the parent, some in the client, one in both. */
export const people = [
  { organization: 0, person: 'ada' },
  { organization: 0, person: 'ben' },
  { organization: 0, person: 'cy' },
  { organization: 0, person: 'dot' },
  { organization: 1, person: 'ada' },
  { organization: 1, person: 'eve' },
  { organization: 1, person: 'fay' },
];

const unitPaths = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? '' : `u${String(index).padStart(2, '0')}`));
/** The units that each repository has at first. */
const initialUnits = [unitPaths(1), unitPaths(3), unitPaths(42)];
/** The units of each commit by path: some of the initial ones, and new ones. */
export const commits: readonly (readonly string[])[] = [
  [''],
  unitPaths(2),
  ['', 'new0', 'new1', 'u01', 'u02'],
  ['', 'new0', 'new2'],
  ['', 'new1', ...unitPaths(42).slice(1)],
];
const hashOf = (commit: number): string => String(commit).repeat(40);

export const openBillingWorld = async (
  store: Store,
  order: Omit<NewOrganization, 'name'>,
  from: string,
): Promise<BillingWorld> => {
  const world = workflowWorld(store, memorySourceArchive);
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
  const clientOrganization = { name: 'Client', plan: 'Free' as const, parent: accountId };
  await write(
    store,
    provisionOrganization(clientOrganization, { organizationId: client, people: owners(), createdAt: from }),
  );
  const paymentAccount = { ...newPaymentAccount(accountId, 'change'), customerId: 'cus_1' };
  await write(store, paymentAccountChange(accountId, undefined, paymentAccount));
  const repositories = [];
  for (const organizationId of [accountId, client]) {
    const own = [];
    for (const paths of initialUnits)
      own.push(
        await newRepository(
          store,
          organizationId,
          paths.map((path) => [path, 'go']),
        ),
      );
    repositories.push(own);
  }
  for (const [number, paths] of commits.entries())
    world.sources.commits.set(
      hashOf(number),
      Object.fromEntries(paths.map((path) => [path === '' ? 'go.mod' : `${path}/go.mod`, ''])),
    );
  const organizations = [accountId, client];
  return {
    store,
    world,
    accountId,
    organizations,
    repositories,
    scans: new Map(),
    returned: new Map(),
    now: new Date(from),
  };
};

/** An action on the world, run over a store that may interleave calls. @returns its result as a word. */
export type Act = (billingWorld: BillingWorld, store: Store) => Promise<string>;

const ports = ({ world }: BillingWorld, store: Store) =>
  ({ ...world, store, artifactCheck: { check: async () => ({ ok: true }) } }) as never;

/** The caller of a request, as the authorizer passes it on. */
export const callerOf = (
  { organizations, accountId }: BillingWorld,
  { organization, person }: Pick<ScanRequest, 'organization' | 'person'>,
): Caller => ({
  organizationId: organizations[organization] ?? '',
  billingAccountId: accountId,
  personId: person,
  role: 'member',
  plan: 'Team',
  // A console session needs no API, so that every plan can scan.
  tokenKind: 'session',
  tokenId: testIds.uuid(),
  scopes,
});

const typesOf = { all: undefined, sca: ['sca'], sast: ['sast'], both: ['sca', 'sast'] };

/** Creates a scan. @param key an Idempotency-Key: a second request with it replays the first answer. */
export const create =
  (requested: ScanRequest, slot: number, key?: string): Act =>
  async (billingWorld, store) => {
    const caller = callerOf(billingWorld, requested);
    const { organizationId } = caller;
    const repository = billingWorld.repositories[requested.organization]?.[requested.repository];
    if (repository) await endPause(repository, store);
    const scanTypes = typesOf[requested.types];
    const body = {
      repositoryId: repository?.repositoryId,
      commitHash: hashOf(requested.commit),
      ...(scanTypes && { scanTypes }),
    };
    const idempotency = key && { organizationId, operation: 'create-scan', key, bodyHash: 'hash' };
    const request = { caller, body, idempotency };
    try {
      const using = ports(billingWorld, store);
      const { status, body: answer } = await createScan(request as never, using, billingWorld.now);
      if (status === 200) return 'found';
      billingWorld.scans.set(slot, { organizationId, scanId: answer.scanId });
      return 'created';
    } catch (error) {
      if (error instanceof Replay) return 'replayed';
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

/** Acts on the scan of a slot. Without one the result is `nothing`. */
const actOnScan =
  (
    slot: number,
    act: (scan: StartedScan, billingWorld: BillingWorld, store: Store) => Promise<string>,
  ): Act =>
  async (billingWorld, store) => {
    const scan = billingWorld.scans.get(slot);
    return scan ? act(scan, billingWorld, store) : 'nothing';
  };

export const prepare = (slot: number): Act =>
  actOnScan(slot, async (scan, billingWorld, store) => {
    const { organizationId, scanId } = scan;
    scan.prepared = await prepareScan(
      { organizationId, scanId },
      ports(billingWorld, store),
      taskContextAt(billingWorld.now),
    );
    return scan.prepared.failure?.errorCode ?? 'prepared';
  });

export const finish = (slot: number, failing: number): Act =>
  actOnScan(slot, async (scan, billingWorld, store) => {
    const { organizationId, scanId } = scan;
    const failure = { errorCode: 'system_error' as const, error: 'It broke.' };
    const state = scan.prepared ?? { organizationId, scanId, units: [], failure };
    const results = [];
    for (const [index, { projectUnitId }] of state.units.entries()) {
      const found = index === failing ? { failure } : {};
      results.push(
        await storeUnitResult(billingWorld.world.blobs, { organizationId, scanId, projectUnitId }, found),
      );
    }
    const { status } = await finishScan(
      { ...state, results },
      ports(billingWorld, store),
      taskContextAt(billingWorld.now),
    );
    return status;
  });

export const cancel = (slot: number): Act =>
  actOnScan(slot, async ({ organizationId, scanId }, billingWorld, store) => {
    const outcomeOf = () => ({ status: 'cancelled' as const });
    const ending = { organizationId, scanId, outcomeOf };
    const ended = await endScan(ending, ports(billingWorld, store), billingWorld.now);
    return ended?.status ?? 'nothing';
  });

export const crash = (slot: number): Act =>
  actOnScan(slot, async ({ organizationId, scanId }, billingWorld, store) => {
    const input = JSON.stringify({ organizationId, scanId });
    const event = { detail: { status: 'ABORTED' as const, input } };
    await endScanOfExecution(event, ports(billingWorld, store), taskContextAt(billingWorld.now));
    const scan = await store.get('scan', { organizationId, scanId }, { consistent: true });
    return scan?.status ?? 'nothing';
  });

export const sweep: Act = async (billingWorld, store) => {
  await sweepDueScans(ports(billingWorld, store), taskContextAt(billingWorld.now));
  return 'swept';
};

/** A provider that took 15 for each pack, and keeps what it returned. */
const refundingProvider = (billingWorld: BillingWorld, isRefused: boolean) => ({
  chargeOfInvoice: async (chargeId: string) =>
    ({ chargeId, amount: 1_500, currency: 'usd', isReversed: false }) as const,
  refundCharge: async (key: string, { amount }: { amount: number }) => {
    if (isRefused) throw new PaymentProviderRefused('charge_expired', 'too late');
    billingWorld.returned.set(key, amount);
  },
});

export const refundCreditPack =
  ({ cause, refundId, isRefused }: { cause: string; refundId: string; isRefused: boolean }): Act =>
  async (billingWorld, store) => {
    const { accountId: organizationId, now } = billingWorld;
    const request = { organizationId, refundId, payment: cause, motif: 'bought by mistake' };
    const paymentProvider = refundingProvider(billingWorld, isRefused);
    try {
      await refund(request, { ...billingWorld.world, store, paymentProvider } as never, now);
      return 'done';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };

/** Commits changes that are decided from the current pools, and decides again after a conflict. */
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
  async (billingWorld, store) => {
    try {
      if (rule)
        await changeAccount(billingWorld.accountId, { rule, now: billingWorld.now.toISOString() }, store);
      return changes ? await changePools(billingWorld, store, changes) : 'done';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };
