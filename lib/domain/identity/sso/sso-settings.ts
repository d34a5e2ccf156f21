import { canonicalJson } from '@scangate/engines/model/digest';
import { etagMismatch, requireIfMatch } from '@scangate/domain/etag';
import { actorOf, auditEvent, diffFields } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { AccessPolicy, Instant, Member, Organization, SsoSettings } from '@scangate/domain/records';
import type { Caller } from '../caller.ts';
import { issuerToStore, ssoInvalid, type SsoRequest } from './sso-request.ts';

type SsoChange = Change<'ssoSettings' | 'organization' | 'auditEvent' | 'mail'>;

/** The records on which a change of the settings is decided. */
export interface SsoState {
  organization: Organization;
  settings: SsoSettings | undefined;
  /** Verified domains of the organization. */
  domains: number;
  /** The members who are named as break-glass owners, as far as they exist. */
  named: readonly Member[];
}

interface SsoEdit {
  caller: Caller;
  ifMatch: string | undefined;
  now: Instant;
}

/** The settings, unless they were removed. */
export const inForce = (settings: SsoSettings | undefined): SsoSettings | undefined =>
  settings?.removedAt === undefined ? settings : undefined;

/** The ETag of the settings; settings that were never set have version 0. */
export const ssoEtag = (settings: SsoSettings | undefined): string => `"${settings?.version ?? 0}"`;

const noun = 'single sign-on of the organization';

/** The issuer as shown and compared: without its secret. */
const issuerView = (issuer: SsoSettings['issuer']) => {
  if (issuer.kind === 'saml') return issuer;
  const { kind, issuer: url, clientId } = issuer;
  return { kind, issuer: url, clientId };
};

const sessionOf = ({ enforced: _enforced, ...session }: AccessPolicy = {}) =>
  Object.keys(session).length > 0 ? session : undefined;

/** The settings as the API shows them; only the version when there are none. */
export const ssoView = (settings: SsoSettings | undefined, { accessPolicy }: Organization) => {
  const present = inForce(settings);
  if (!present) return { configured: false as const };
  const session = sessionOf(accessPolicy);
  return {
    configured: true as const,
    issuer: issuerView(present.issuer),
    ...(present.roles && { roles: present.roles }),
    ...(accessPolicy?.enforced && { enforced: accessPolicy.enforced }),
    ...(session && { session }),
    changedAt: present.changedAt,
  };
};

/** @throws Problem entitlement_denied for settings that basic sign-on does not include. */
const requireLevel = ({ plan }: Caller, { issuer, roles, enforced, session }: SsoRequest): void => {
  if (issuer.kind === 'saml' || roles || enforced || session) requireCapability(plan, 'sso_full');
};

/** @throws Problem sso_invalid unless each named person is an owner. */
const requireOwners = (breakGlass: readonly string[], named: readonly Member[]): void => {
  for (const [index, personId] of breakGlass.entries()) {
    const isOwner = named.some(
      (member) => member.personId === personId && member.role === 'owner' && member.removedAt === undefined,
    );
    if (!isOwner) throw ssoInvalid(`/enforced/breakGlass/${index}`, 'This person is not an owner.');
  }
};

/**
 * Requires that whoever enforces sign-on can still get in: by a session of this very issuer, or as one of the named
 * owners. A changed issuer has proven nothing yet.
 * @throws Problem sso_invalid
 */
const requireWayIn = (
  { breakGlass }: { breakGlass: readonly string[] },
  { caller, isTried }: { caller: Caller; isTried: boolean },
): void => {
  if (breakGlass.includes(caller.personId)) return;
  if (isTried && caller.issuerOf === caller.organizationId) return;
  throw ssoInvalid(
    '/enforced',
    'You would lock yourself out. Sign in through the identity provider of the organization first, with the settings as ' +
      'they are stored, or name yourself in breakGlass.',
  );
};

/**
 * A required method can lock out everybody whose identity provider does not state methods; named owners need none.
 * @throws Problem sso_invalid
 */
const requireMethodWayIn = ({ enforced, session }: SsoRequest): void => {
  if (!session?.requiredAmr || (enforced?.breakGlass ?? []).length > 0) return;
  throw ssoInvalid(
    '/session/requiredAmr',
    'Required methods need an enforced sign-on with a break-glass owner.',
  );
};

/** Returns the access policy to store; none without any rule. */
const policyOf = (
  { enforced, session = {} }: SsoRequest,
  stored: AccessPolicy | undefined,
  now: Instant,
): AccessPolicy | undefined => {
  const rules: [string, unknown][] = [
    ...Object.entries(session).filter(([, value]) => value !== undefined),
    ...(enforced
      ? ([
          [
            'enforced',
            { since: stored?.enforced?.since ?? now, breakGlass: [...new Set(enforced.breakGlass)] },
          ],
        ] as [string, unknown][])
      : []),
  ];
  return rules.length === 0 ? undefined : Object.fromEntries(rules);
};

const storeSettings = (
  settings: SsoSettings,
  before: SsoSettings | undefined,
): Extract<Change<'ssoSettings'>, { change: 'insert' }> => ({
  change: 'insert',
  record: 'ssoSettings',
  item: settings,
  ...(before && { replaceIf: [{ field: 'version', is: 'equal', value: before.version }] }),
  onConflict: () => etagMismatch(noun),
});

const storePolicy = (
  { organizationId }: Organization,
  policy: AccessPolicy | undefined,
): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  ...(policy ? { set: { accessPolicy: policy } } : { unset: ['accessPolicy'] }),
});

/** The mail about a new enforcement, or about a change of the people who are exempt. */
const enforcementMail = (
  { organizationId, accessPolicy }: Organization,
  enforced: AccessPolicy['enforced'],
  { named, version, now }: { named: readonly Member[]; version: number; now: Instant },
): Change<'mail'>[] => {
  const unchanged = canonicalJson(accessPolicy?.enforced ?? null) === canonicalJson(enforced ?? null);
  if (!enforced || unchanged) return [];
  const owners = named.map(({ email }) => email).join(', ') || 'none';
  return [
    enqueueMail(
      organizationId,
      { kind: 'sso_enforced', cause: String(version), facts: { since: enforced.since, owners } },
      now,
    ),
  ];
};

/**
 * Sets the sign-on of an organization.
 * @param sealed the secret of the request, sealed.
 * @returns the settings and the organization after the change.
 * @throws Problem entitlement_denied, precondition_required, etag_mismatch, sso_invalid or domain_not_verified.
 */
export const changeSso = (
  { organization, settings: before, domains, named }: SsoState,
  { caller, ifMatch, now, request, sealed }: SsoEdit & { request: SsoRequest; sealed: string | undefined },
): { settings: SsoSettings; organization: Organization; changes: SsoChange[] } => {
  requireIfMatch(ifMatch, ssoEtag(before), noun);
  requireLevel(caller, request);
  const stored = inForce(before);
  const issuer = issuerToStore(request.issuer, stored?.issuer, sealed);
  if (domains === 0)
    throw new Problem('domain_not_verified', {
      detail: 'Verify a domain first: people join with its addresses.',
    });
  const { enforced, roles } = request;
  requireMethodWayIn(request);
  if (enforced) {
    requireOwners(enforced.breakGlass, named);
    requireWayIn(enforced, {
      caller,
      isTried: canonicalJson(issuer) === canonicalJson(stored?.issuer ?? null),
    });
  }
  const { organizationId } = organization;
  const version = (before?.version ?? 0) + 1;
  const settings = { organizationId, issuer, ...(roles && { roles }), version, changedAt: now };
  const { accessPolicy: storedPolicy, ...rest } = organization;
  const accessPolicy = policyOf(request, storedPolicy, now);
  const changed = { ...rest, ...(accessPolicy && { accessPolicy }) };
  return {
    settings,
    organization: changed,
    changes: [
      storeSettings(settings, before),
      storePolicy(organization, accessPolicy),
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: now,
        action: 'sso.changed',
        cause: String(version),
        ...diffFields(ssoView(before, organization), ssoView(settings, changed)),
      }),
      ...enforcementMail(organization, accessPolicy?.enforced, { named, version, now }),
    ],
  };
};

/** Removes the sign-on, with its secret, its enforcement and the rules for sessions. It may not exist. */
export const removeSso = (
  { organization, settings: before }: Pick<SsoState, 'organization' | 'settings'>,
  { caller, ifMatch, now }: SsoEdit,
): SsoChange[] => {
  requireIfMatch(ifMatch, ssoEtag(before), noun);
  const stored = inForce(before);
  if (!stored) return [];
  const { organizationId, issuer, version } = stored;
  const emptied = issuer.kind === 'oidc' ? { ...issuer, sealedSecret: '' } : issuer;
  const removed = { organizationId, issuer: emptied, version: version + 1, changedAt: now, removedAt: now };
  return [
    storeSettings(removed, stored),
    storePolicy(organization, undefined),
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at: now,
      action: 'sso.removed',
      cause: String(removed.version),
      before: ssoView(stored, organization),
    }),
  ];
};

/** Lifts the enforcement for people who are locked out; an operator does this. It may not exist. */
export const liftEnforcement = (
  { organization, settings }: Pick<SsoState, 'organization' | 'settings'>,
  now: Instant,
): SsoChange[] => {
  const { organizationId, accessPolicy } = organization;
  const { enforced, requiredAmr, ...kept } = accessPolicy ?? {};
  if (!settings || !(enforced ?? requiredAmr)) return [];
  const version = settings.version + 1;
  return [
    storeSettings({ ...settings, version }, settings),
    storePolicy(organization, kept),
    auditEvent({
      organizationId,
      actor: { kind: 'operator' },
      at: now,
      action: 'sso.changed',
      cause: String(version),
      before: { ...(enforced && { enforced }), ...(requiredAmr && { session: { requiredAmr } }) },
      after: {},
    }),
    enqueueMail(organizationId, { kind: 'sso_lifted', cause: String(version), facts: {} }, now),
  ];
};
