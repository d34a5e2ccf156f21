import type { Change } from '../record-changes.ts';
import { invalidField } from '../invalid-field.ts';
import { addMonths } from '../calendar.ts';
import { includedCredits } from '../credits/refill/included-credits.ts';
import { validateAgreedCredits, validateSubscription } from '../plans/plan-change.ts';
import { emptyPool, refillPool } from '../credits/refill/refill-pool.ts';
import { addonSizeForPlan } from '../plans/sast-addon.ts';
import { queueShard } from '../due-queue.ts';
import { defaultRetentionDays, teamMinimumLicenses } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, Organization, Subscription } from '../records.ts';
import { memberRecords } from '../identity/members.ts';
import type { Role } from '../identity/roles.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { policyFields, storedPolicy } from '../policy/stored-policy.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';

/** The new organization that an operator requests. */
export interface NewOrganization {
  name: string;
  plan: PlanName;
  /** Monthly by default. */
  period?: 'month' | 'year' | undefined;
  /** On Team at least 5, and 5 by default; on Regulated as agreed. */
  licenses?: number | undefined;
  sastAddon?: 'starter' | 'team' | undefined;
  /** Included credits of the first period: required on Regulated, by default those of the plan elsewhere. */
  credits?: Partial<Record<PoolName, number>> | undefined;
  /** The organization whose account pays. It must exist. */
  parent?: string | undefined;
}

export interface NewMember {
  personId: string;
  role: Role;
  email: string;
}

const subscriptionOf = ({ plan, period, licenses }: NewOrganization): Subscription => {
  const bought = plan === 'Team' ? (licenses ?? teamMinimumLicenses) : licenses;
  return { plan, interval: period ?? 'month', ...(bought !== undefined && { licenses: bought }) };
};

const checkAddon = ({ plan, sastAddon }: NewOrganization): void => {
  if (sastAddon === undefined || sastAddon === addonSizeForPlan(plan)) return;
  throw invalidField('/sastAddon', `The SAST add-on ${sastAddon} does not fit the plan ${plan}.`);
};

const accountOf = (request: NewOrganization, accountId: string, createdAt: Instant): Account => {
  const subscription = subscriptionOf(request);
  // On Regulated the credits are agreed for each period; on other plans they apply to the first period only.
  const agreed = request.plan === 'Regulated' ? request.credits : undefined;
  validateSubscription(subscription);
  validateAgreedCredits(request.plan, agreed);
  checkAddon(request);
  return {
    accountId,
    ...subscription,
    renewedBy: 'schedule',
    ...(agreed && { agreedCredits: agreed }),
    ...(request.sastAddon && { sastAddon: { size: request.sastAddon } }),
    unpaidInvoices: [],
    retentionDays: defaultRetentionDays(request.plan),
    autoRecharge: {},
    version: 1,
    createdAt,
  };
};

/** Creates an account whose pools begin their first period now. */
const createAccount = (
  request: NewOrganization,
  accountId: string,
  createdAt: Instant,
): Change<'account' | 'pool' | 'ledgerEntry'>[] => {
  const account = accountOf(request, accountId, createdAt);
  const first = { anchorAt: createdAt, startAt: createdAt, endAt: addMonths(createdAt, 1) };
  return [
    { change: 'insert', record: 'account', item: account },
    ...poolNames.flatMap((name): Change<'pool' | 'ledgerEntry'>[] => {
      const included = request.credits?.[name] ?? includedCredits(account, name);
      const { pool, entries } = refillPool(
        emptyPool(accountId, name, first),
        { included, next: first },
        createdAt,
      );
      return [
        { change: 'insert', record: 'pool', item: pool },
        ...entries.map((item): Change<'ledgerEntry'> => ({ change: 'insert', record: 'ledgerEntry', item })),
      ];
    }),
  ];
};

/** @throws Problem when the parent does not exist, or when another organization pays for it. */
export const requirePayingParent = (parent: Organization | undefined): void => {
  if (!parent) throw new Problem('not_found', { detail: 'The parent organization does not exist.' });
  if (parent.billingAccountId !== parent.organizationId)
    throw new Problem('validation_failed', { detail: 'The parent is itself a client organization.' });
};

/** Counts the client with its parent, which knows how many organizations it pays for. */
const countClient = (parent: string): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId: parent },
  add: { clients: 1 },
  when: [{ field: 'closing', is: 'absent' }],
  onConflict: () => new Problem('conflict', { detail: 'The parent organization is closing.' }),
});

/**
 * Creates an organization with its people and, unless a parent pays, an account with pools for the first period.
 * @throws Problem validation_failed when the request contradicts its plan.
 */
export const provisionOrganization = (
  request: NewOrganization,
  {
    organizationId,
    people,
    createdAt,
  }: { organizationId: string; people: readonly NewMember[]; createdAt: Instant },
): Change<
  'organization' | 'policy' | 'member' | 'personOrganization' | 'account' | 'pool' | 'ledgerEntry'
>[] => {
  const organization: Organization = {
    organizationId,
    name: request.name,
    billingAccountId: request.parent ?? organizationId,
    owners: people.filter((person) => person.role === 'owner').length,
    repositories: 0,
    clients: 0,
    ...policyFields(defaultPolicy),
    policyVersion: 1,
    createdAt,
    dueQueue: queueShard('organization', organizationId),
    dueAt: createdAt,
  };
  return [
    { change: 'insert', record: 'organization', item: organization },
    { change: 'insert', record: 'policy', item: storedPolicy(organizationId, defaultPolicy, createdAt) },
    ...people.flatMap((person) => memberRecords({ organizationId, ...person, joinedAt: createdAt })),
    ...(request.parent === undefined
      ? createAccount(request, organizationId, createdAt)
      : [countClient(request.parent)]),
  ];
};
