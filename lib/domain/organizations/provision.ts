import type { Change } from '../change.ts';
import { plans, sastIncluded, teamMinimumLicenses } from '../plans.ts';
import { Problem } from '../problem.ts';
import type { Instant, Organization, Pool } from '../records.ts';
import type { PlanName, Role } from '../roles.ts';
import { defaultPolicy } from '../scans/policy.ts';
import { poolNames, type PoolName } from '../scans/scan-type.ts';

/** What an operator says about a new organization. */
export interface OrganizationOrder {
  name: string;
  plan: PlanName;
  /** Monthly unless said. */
  period?: 'month' | 'year' | undefined;
  /** Team; at least 5. */
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

/** The credit period after an anchor: the same day of the next month, or its last day where it has none. */
export const periodEnd = (anchor: Date): Date => {
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
};

const licensesOf = (order: OrganizationOrder): number => {
  const licenses = order.licenses ?? teamMinimumLicenses;
  if (order.plan === 'Team' && licenses < teamMinimumLicenses) {
    throw new Problem('validation_failed', { detail: `Team has at least ${teamMinimumLicenses} licences.` });
  }
  return licenses;
};

const includedOf = (order: OrganizationOrder, pool: PoolName): number => {
  const given = order.credits?.[pool];
  if (given !== undefined) return given;
  if (pool === 'sast') return order.sastAddon ? sastIncluded(order.sastAddon, licensesOf(order)) : 0;
  const terms = plans[order.plan].coreCredits;
  if (terms === 'agreed')
    throw new Problem('validation_failed', { detail: 'Regulated needs agreed core credits.' });
  return 'fixed' in terms ? terms.fixed : terms.perLicense * licensesOf(order);
};

const openPool = (
  accountId: string,
  pool: PoolName,
  included: number,
  anchor: Date,
): Change<'pool' | 'ledgerEntry'>[] => {
  const periodStartAt = anchor.toISOString();
  const item: Pool = {
    accountId,
    pool,
    available: included,
    included,
    purchased: 0,
    consumed: 0,
    periodStartAt,
    periodEndAt: periodEnd(anchor).toISOString(),
  };
  const opened: Change<'pool' | 'ledgerEntry'> = { change: 'insert', record: 'pool', item };
  if (included === 0) return [opened];
  return [
    opened,
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: {
        accountId,
        pool,
        cause: `refill#${periodStartAt}`,
        at: periodStartAt,
        kind: 'grant',
        amount: included,
        source: 'refill',
      },
    },
  ];
};

/** @throws Problem when a parent cannot pay: it is not there, or another pays for it. */
export const checkParent = (parent: Organization | undefined): void => {
  if (!parent) throw new Problem('not_found', { detail: 'The parent organization does not exist.' });
  if (parent.billingAccountId !== parent.organizationId)
    throw new Problem('validation_failed', { detail: 'The parent is itself the client of another.' });
};

/**
 * A new organization with its people and, unless a parent pays, its pools filled for the first period.
 * @throws Problem validation_failed when the order contradicts its plan.
 */
export const provisionOrganization = (
  order: OrganizationOrder,
  organizationId: string,
  people: readonly NewMember[],
  createdAt: Instant,
): Change<'organization' | 'member' | 'pool' | 'ledgerEntry'>[] => {
  const organization: Organization = {
    organizationId,
    name: order.name,
    plan: order.plan,
    billingAccountId: order.parent ?? organizationId,
    interval: order.period ?? 'month',
    ...(order.plan === 'Team' && { licenses: licensesOf(order) }),
    ...(order.sastAddon && { sastAddon: { size: order.sastAddon } }),
    owners: people.filter((person) => person.role === 'owner').length,
    policy: defaultPolicy,
    policyVersion: 1,
    createdAt,
  };
  return [
    { change: 'insert', record: 'organization', item: organization },
    ...people.map((person): Change<'member'> => ({
      change: 'insert',
      record: 'member',
      item: { organizationId, ...person, joinedAt: createdAt },
    })),
    ...(order.parent === undefined
      ? poolNames.flatMap((pool) =>
          openPool(organizationId, pool, includedOf(order, pool), new Date(createdAt)),
        )
      : []),
  ];
};
