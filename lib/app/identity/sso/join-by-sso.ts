import { domainOfAddress } from '@scangate/domain/identity/sso/domain-name';
import { joinMember, updateRole } from '@scangate/domain/identity/sso/join-by-sso';
import { isCreatedAgain } from '@scangate/domain/identity/sso/move-identity';
import { mapRole } from '@scangate/domain/identity/sso/map-role';
import { isVerified } from '@scangate/domain/identity/sso/organization-domains';
import { inForce } from '@scangate/domain/identity/sso/sso-settings';
import { planAt } from '@scangate/domain/plans/entitlements';
import { plans } from '@scangate/domain/plans/plans';
import type { Account, Identity, Member, Organization, Person, SsoSettings } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { findByAddress } from '../find-by-address.ts';
import { SignInRefusal, signInFailed } from '../sessions/sign-in-refusal.ts';
import type { JoinBySso, SsoJoining } from '../sessions/sign-in-subject.ts';

const consistent = { consistent: true } as const;
/** A placeholder id for which no record exists. */
const nothing = '';

const details = {
  plan: 'Your organization’s plan no longer includes this sign-on. Sign in without it, or ask an owner.',
  removed: 'You are no longer a member of the organization. Ask an owner or admin for an invitation.',
  address: 'Your identity provider does not send an address. Ask its administrator.',
  unverified: 'Your identity provider says that your address is not verified.',
  limit: 'Your organization has as many members as it can have. Ask an owner.',
  domain: 'Your address is not in a verified domain of the organization. Ask an owner.',
};

const refuse = (reason: keyof typeof details, organizationId: string): SignInRefusal =>
  new SignInRefusal('sign_in_refused', { reason: `sso_${reason}`, detail: details[reason], organizationId });

/** @throws SignInRefusal when the settings have another issuer than the responding one. */
const requireSettings = (
  settings: SsoSettings | undefined,
  { subject, organizationId }: SsoJoining,
): SsoSettings => {
  const present = inForce(settings);
  const { issuer } = present ?? {};
  const name = issuer?.kind === 'oidc' ? issuer.issuer : issuer?.entityId;
  if (present && name === subject.issuer) return present;
  throw signInFailed('sso_changed', present ? organizationId : undefined);
};

/** @throws SignInRefusal for a plan without this kind of sign-on. */
const requirePlan = async (
  store: Pick<Store, 'get'>,
  { organization, account: own }: { organization: Organization; account: Account | undefined },
  { settings: { issuer }, now }: { settings: SsoSettings; now: Date },
): Promise<void> => {
  const { billingAccountId: accountId, organizationId } = organization;
  const account = own?.accountId === accountId ? own : await store.get('account', { accountId });
  const plan = account ? planAt(account, now.toISOString()) : 'Free';
  const needed = issuer.kind === 'saml' ? 'sso_full' : 'sso_basic';
  if (!plans[plan].capabilities.includes(needed)) throw refuse('plan', organizationId);
};

/** Finds the address of an identity. Only one in a verified domain identifies a person. */
const addressOf = async (
  store: Pick<Store, 'get'>,
  { organizationId, subject }: SsoJoining,
): Promise<{ email: string } | { fault: keyof typeof details }> => {
  const { email, emailVerified, claims = {} } = subject;
  const domain = email === undefined ? undefined : domainOfAddress(email);
  if (email === undefined || domain === undefined) return { fault: 'address' };
  // Many issuers do not state this; an issuer that denies it lets people choose their address.
  if (!emailVerified && claims['email_verified']?.includes('false')) return { fault: 'unverified' };
  const found = await store.get('organizationDomain', { organizationId, domain }, consistent);
  return isVerified(found) ? { email } : { fault: 'domain' };
};

const newPerson = (personId: string, email: string, now: Date): Person => ({
  personId,
  email,
  createdAt: now.toISOString(),
  identities: [],
});

interface Found {
  person: Person;
  isStored: boolean;
  /** Absent for a person who joins now. */
  member: Member | undefined;
  /** The person to whom the identity belonged until now. */
  former?: Person;
}

const withPerson = async (
  store: Pick<Store, 'get'>,
  { member, email }: { member: Member; email: string },
  now: Date,
): Promise<Found> => {
  const { personId } = member;
  const stored = await store.get('person', { personId }, consistent);
  return { person: stored ?? newPerson(personId, email, now), isStored: stored !== undefined, member };
};

/** Finds the person of a new identity: the member with its address, or a new one. @throws SignInRefusal */
const identify = async (
  { store, ids }: Parameters<JoinBySso>[0],
  joining: SsoJoining,
  now: Date,
): Promise<Found> => {
  const address = await addressOf(store, joining);
  if ('fault' in address) throw refuse(address.fault, joining.organizationId);
  const { email } = address;
  const found = await findByAddress(store, joining.organizationId, email);
  // A former member counts only if no current one has the address.
  const member = found.member ?? found.former;
  if (found.isFull && !member) throw refuse('limit', joining.organizationId);
  if (member) return withPerson(store, { member, email }, now);
  return { person: newPerson(ids.uuid(), email, now), isStored: false, member };
};

/** Whether a person has signed in at the own issuer of an organization. */
const hasIdentity = async (
  store: Pick<Store, 'load'>,
  { identities }: Person,
  organizationId: string,
): Promise<boolean> => {
  const refs = identities.map((identityHash) => ({ record: 'identity', id: { identityHash } }) as const);
  const found: readonly (Identity | undefined)[] = await store.load(refs, consistent);
  return found.some((identity) => identity?.organizationId === organizationId);
};

/**
 * Finds the person of a known identity. Where the directory deleted them, that is the user whom it created again since
 * with the same address, and who has not signed in: another person, to whom the identity moves.
 * @throws SignInRefusal for a person who lost the membership.
 */
const recognize = async (
  store: Pick<Store, 'get' | 'load' | 'list'>,
  { joining, person, member }: { joining: SsoJoining; person: Person; member: Member | undefined },
  now: Date,
): Promise<Found> => {
  const { organizationId } = joining;
  if (member && member.removedAt === undefined) return { person, isStored: true, member };
  const address = await addressOf(store, joining);
  const again =
    'email' in address ? (await findByAddress(store, organizationId, address.email)).member : undefined;
  if (!again || !isCreatedAgain(member, again)) throw refuse('removed', organizationId);
  const found = await withPerson(store, { member: again, email: again.email }, now);
  if (await hasIdentity(store, found.person, organizationId)) throw refuse('removed', organizationId);
  return { ...found, former: person };
};

/**
 * Admits a person to the organization whose own issuer vouches for them (docs/adr/0071-organization-sso.md). A
 * removed member only returns as the user whom the directory created again.
 */
export const joinBySso: JoinBySso = async (ports, joining, now) => {
  const { store } = ports;
  const { organizationId, subject, person } = joining;
  const [organization, stored, account, known] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'ssoSettings', id: { organizationId } },
      { record: 'account', id: { accountId: organizationId } },
      { record: 'member', id: { organizationId, personId: person?.personId ?? nothing } },
    ] as const,
    consistent,
  );
  const settings = requireSettings(stored, joining);
  if (!organization) throw signInFailed('sso_changed');
  await requirePlan(store, { organization, account }, { settings, now });
  const found = person
    ? await recognize(store, { joining, person, member: known }, now)
    : await identify(ports, joining, now);
  if (found.member?.removedAt !== undefined) throw refuse('removed', organizationId);
  const role = mapRole(settings.roles, subject.claims);
  const at = now.toISOString();
  const { member, changes } = found.member
    ? updateRole(found.member, role, at)
    : joinMember({ organizationId, personId: found.person.personId, email: found.person.email }, role, at);
  return { ...found, member, organization, changes };
};
