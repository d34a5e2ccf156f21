import type { Change } from '../change.ts';
import { addMonths } from '../credits/calendar.ts';
import { includedCredits } from '../plans/entitlements.ts';
import { validateAgreedCredits, validateSubscription } from '../plans/plan-change.ts';
import { emptyPool, refillPool } from '../credits/monthly-refill.ts';
import { addonSizeForPlan } from '../plans/sast-addon.ts';
import { queueShard } from '../due-queue.ts';
import { defaultRetentionDays, teamMinimumLicenses } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, Organization, Subscription } from '../records.ts';
import type { PlanName, Role } from '../identity/roles.ts';
import { defaultPolicy } from '@scangate/engines/model/policy';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';

/** What an operator says about a new organization. */
export interface NewOrganization {
  name: string;
  plan: PlanName;
  /** Monthly unless said. */
  period?: 'month' | 'year' | undefined;
  /** Team: at least 5, and 5 unless said. Regulated: as agreed. */
  licenses?: number | undefined;
  sastAddon?: 'starter' | 'team' | undefined;
  /** Included credits of the first period; required on Regulated, otherwise what the plan says. */
  credits?: Partial<Record<PoolName, number>> | undefined;
  /** The organization whose account pays; it must exist. */
  parent?: string | undefined;
}

export interface NewMember {
  personId: string;
  role: Role;
  email: string;
}

const subscriptionOf = ({ plan, period, licenses }: NewOrganization): Subscription => {
  const wanted = plan === 'Team' ? (licenses ?? teamMinimumLicenses) : licenses;
  return { plan, interval: period ?? 'month', ...(wanted !== undefined && { licenses: wanted }) };
};

const checkAddon = ({ plan, sastAddon }: NewOrganization): void => {
  if (sastAddon === undefined || sastAddon === addonSizeForPlan(plan)) return;
  const detail = `The SAST add-on ${sastAddon} does not go with the plan ${plan}.`;
  const errors = [{ pointer: '/sastAddon', code: 'validation_failed', detail }];
  throw new Problem('validation_failed', { detail, errors });
};

const accountOf = (order: NewOrganization, accountId: string, createdAt: Instant): Account => {
  const subscription = subscriptionOf(order);
  // With Regulated the credits are the agreement; with other plans they are what the first period starts with.
  const agreed = order.plan === 'Regulated' ? order.credits : undefined;
  validateSubscription(subscription);
  validateAgreedCredits(order.plan, agreed);
  checkAddon(order);
  return {
    accountId,
    ...subscription,
    renewedBy: 'schedule',
    ...(agreed && { agreedCredits: agreed }),
    ...(order.sastAddon && { sastAddon: { size: order.sastAddon } }),
    unpaidInvoices: [],
    retentionDays: defaultRetentionDays(order.plan),
    autoRecharge: {},
    version: 1,
    createdAt,
  };
};

/** An account whose pools begin their first period now. */
const openAccount = (
  order: NewOrganization,
  accountId: string,
  createdAt: Instant,
): Change<'account' | 'pool' | 'ledgerEntry'>[] => {
  const account = accountOf(order, accountId, createdAt);
  const first = { anchorAt: createdAt, startAt: createdAt, endAt: addMonths(createdAt, 1) };
  return [
    { change: 'insert', record: 'account', item: account },
    ...poolNames.flatMap((name): Change<'pool' | 'ledgerEntry'>[] => {
      const included = order.credits?.[name] ?? includedCredits(account, name);
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

/** @throws Problem when a parent cannot pay: it is not there, or another pays for it. */
export const requirePayingParent = (parent: Organization | undefined): void => {
  if (!parent) throw new Problem('not_found', { detail: 'The parent organization does not exist.' });
  if (parent.billingAccountId !== parent.organizationId)
    throw new Problem('validation_failed', { detail: 'The parent is itself the client of another.' });
};

/**
 * A new organization with its people and, unless a parent pays, its pools filled for the first period.
 * @throws Problem validation_failed when the order contradicts its plan.
 */
export const provisionOrganization = (
  order: NewOrganization,
  {
    organizationId,
    people,
    createdAt,
  }: { organizationId: string; people: readonly NewMember[]; createdAt: Instant },
): Change<'organization' | 'member' | 'account' | 'pool' | 'ledgerEntry'>[] => {
  const organization: Organization = {
    organizationId,
    name: order.name,
    billingAccountId: order.parent ?? organizationId,
    owners: people.filter((person) => person.role === 'owner').length,
    repositories: 0,
    policy: defaultPolicy,
    policyVersion: 1,
    createdAt,
    dueQueue: queueShard('organization', organizationId),
    dueAt: createdAt,
  };
  return [
    { change: 'insert', record: 'organization', item: organization },
    ...people.map((person): Change<'member'> => ({
      change: 'insert',
      record: 'member',
      item: { organizationId, ...person, joinedAt: createdAt },
    })),
    ...(order.parent === undefined ? openAccount(order, organizationId, createdAt) : []),
  ];
};
