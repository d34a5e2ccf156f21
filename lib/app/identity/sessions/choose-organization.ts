import { isDueForErasure } from '@scangate/domain/offboarding/close-organization';
import { addMs } from '@scangate/domain/instant';
import {
  policyRefusal,
  sessionLimits,
  type PolicyRefusal,
} from '@scangate/domain/identity/sessions/session-policy';
import { accessPolicyInForce } from '@scangate/domain/identity/sso/access-policy';
import { planAt } from '@scangate/domain/plans/entitlements';
import type { Account, Instant, Member, Organization } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** A membership as read. */
export interface Membership {
  organization?: Organization | undefined;
  member?: Member | undefined;
  /** The organization's own account; absent where another organization pays. */
  account?: Account | undefined;
}

/** The part of an organization that a sign-in opens. */
export type OpenedOrganization = Pick<
  Organization,
  'organizationId' | 'billingAccountId' | 'accessPolicy' | 'closing' | 'erasureStartedAt'
>;

export type OpenMembership = { organization: Organization; member: Member; account?: Account | undefined };

interface SignInFacts {
  personId: string;
  issuerOf?: string | undefined;
  amr: readonly string[];
  /** The sign-in of a session that is switched. */
  startedAt?: Instant | undefined;
  now: Date;
}

type Loader = Pick<
  Store<'organization' | 'member' | 'account' | 'personOrganization'>,
  'get' | 'load' | 'list'
>;

const isMembership = (known: Membership): known is OpenMembership =>
  known.organization !== undefined && known.member !== undefined && known.member.removedAt === undefined;

const details: Record<PolicyRefusal | 'too_old', string> = {
  own_sign_on_required: 'Your organization requires its single sign-on: sign in there.',
  method_required: 'Your organization requires a second factor. Sign in with one.',
  too_old: 'Your sign-in is too old for this organization. Sign in again.',
};

/**
 * Returns the organization with the access policy that is in force by its plan. The plan is only loaded for an
 * organization with a policy.
 */
const withPolicyInForce = async <O extends Pick<Organization, 'billingAccountId' | 'accessPolicy'>>(
  store: Pick<Loader, 'get'>,
  { organization, account: own }: { organization: O; account?: Account | undefined },
  now: Date,
): Promise<O> => {
  const { accessPolicy, billingAccountId: accountId } = organization;
  if (!accessPolicy) return organization;
  const account = own?.accountId === accountId ? own : await store.get('account', { accountId });
  const plan = account ? planAt(account, now.toISOString()) : 'Free';
  return { ...organization, accessPolicy: accessPolicyInForce(accessPolicy, plan) };
};

/** A switch to another organization does not make the sign-in younger. */
const ageRefusal = (
  { accessPolicy }: OpenedOrganization,
  { startedAt, now }: SignInFacts,
): 'too_old' | undefined =>
  startedAt !== undefined && addMs(startedAt, sessionLimits(accessPolicy).absoluteMs) <= now.toISOString()
    ? 'too_old'
    : undefined;

const erasureRefusal = (organizationId: string): SignInRefusal =>
  new SignInRefusal('sign_in_refused', {
    reason: 'erased',
    detail: 'This organization was closed 30 days ago and is being erased.',
    organizationId,
  });

/**
 * Requires that the access policy of an organization accepts the sign-in.
 * @returns the organization with the policy that is in force by its plan.
 * @throws SignInRefusal
 */
export const requirePolicy = async <O extends OpenedOrganization>(
  store: Pick<Loader, 'get'>,
  organization: O,
  { account, ...facts }: SignInFacts & { account?: Account | undefined },
): Promise<O> => {
  const { organizationId } = organization;
  if (isDueForErasure(organization, facts.now)) throw erasureRefusal(organizationId);
  const inForce = await withPolicyInForce(store, { organization, account }, facts.now);
  const reason = policyRefusal(inForce, facts) ?? ageRefusal(inForce, facts);
  if (reason === undefined) return inForce;
  throw new SignInRefusal('sign_in_refused', { reason, detail: details[reason], organizationId });
};

/** Lists the organizations of a person, in the order in which the person joined them. */
const membershipsOf = async (store: Loader, personId: string): Promise<OpenMembership[]> => {
  const joined: { organizationId: string; joinedAt: string }[] = [];
  for await (const entry of listAll(store, {
    list: 'personOrganizations',
    owner: { personId },
    consistent: true,
  }))
    if (entry.removedAt === undefined) joined.push(entry);
  const ordered = joined.toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt)).slice(0, 50);
  const found = await store.load(
    ordered.flatMap(({ organizationId }) => [
      { record: 'organization', id: { organizationId } } as const,
      { record: 'member', id: { organizationId, personId } } as const,
    ]),
    { consistent: true },
  );
  return ordered
    .map((_, index) => ({
      organization: found[2 * index] as Organization | undefined,
      member: found[2 * index + 1] as Member | undefined,
    }))
    .filter(isMembership);
};

/**
 * Chooses the organization that a sign-in opens: the one last used, else the first that accepts the person.
 * @returns undefined for a person without any organization.
 * @throws SignInRefusal when each of them refuses.
 */
export const chooseOrganization = async (
  store: Loader,
  last: Membership,
  facts: SignInFacts,
): Promise<OpenMembership | undefined> => {
  const opened = async (known: OpenMembership): Promise<OpenMembership | undefined> => {
    if (isDueForErasure(known.organization, facts.now)) return undefined;
    const organization = await withPolicyInForce(store, known, facts.now);
    return policyRefusal(organization, facts) === undefined ? { ...known, organization } : undefined;
  };
  const again = isMembership(last) ? await opened(last) : undefined;
  if (again) return again;
  const memberships = await membershipsOf(store, facts.personId);
  for (const known of memberships) {
    const open = await opened(known);
    if (open) return open;
  }
  const [first] = memberships;
  if (first) await requirePolicy(store, first.organization, facts);
  return undefined;
};
