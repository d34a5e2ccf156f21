import { actorOf, auditEvent, type Actor, type AuditAction } from '@scangate/domain/audit/audit-event';
import { changeConflict } from '@scangate/domain/etag';
import type { Change } from '@scangate/domain/record-changes';
import { addMs, dayMs } from '@scangate/domain/instant';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import { Problem } from '@scangate/domain/problem';
import type { AuditEvent, Instant, OrganizationDomain } from '@scangate/domain/records';
import { proofName, proofText } from './domain-name.ts';

/** The limit of domains of an organization, verified or not. */
export const maxDomains = 20;
/** A domain is lost after its proof was missing on this many days. */
export const maxFailedDays = 7;

type DomainChange = Change<'organizationDomain' | 'domainClaim' | 'auditEvent' | 'mail'>;

const domainConflict = (): Problem => changeConflict('domain');

const domainEvent = (
  { organizationId, domain, verification }: OrganizationDomain,
  event: { actor: AuditEvent['actor']; action: AuditAction; at: Instant },
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    target: domain,
    cause: `${domain}#${verification}#${event.at}`,
    onConflict: domainConflict,
    ...event,
  });

/** Whether the organization has the domain, verified or not. */
export const isKept = (domain: OrganizationDomain | undefined): domain is OrganizationDomain =>
  domain !== undefined && domain.removedAt === undefined;

/** Whether the organization has proven control of the domain. */
export const isVerified = (domain: OrganizationDomain | undefined): domain is OrganizationDomain =>
  isKept(domain) && domain.verifiedAt !== undefined;

/** Adds a domain, or adds it again after its removal, with a new proof. */
export const addDomain = (
  caller: Actor,
  item: OrganizationDomain,
): Change<'organizationDomain' | 'auditEvent'>[] => [
  {
    change: 'insert',
    record: 'organizationDomain',
    item,
    replaceIf: [{ field: 'removedAt', is: 'present' }],
    onConflict: domainConflict,
  },
  domainEvent(item, { actor: actorOf(caller), action: 'domain.added', at: item.createdAt }),
];

/** Releases the claim of a verified domain, so that another organization can prove control. */
const releaseClaim = ({ domain, organizationId }: OrganizationDomain): Change<'domainClaim'> => ({
  change: 'update',
  record: 'domainClaim',
  id: { domain },
  set: { organizationId: '' },
  when: [{ field: 'organizationId', is: 'equal', value: organizationId }],
  onConflict: domainConflict,
});

/**
 * Verifies a domain whose proof was found. A domain belongs to one organization: the first one that proves control.
 * Only someone who controls the domain learns from the refusal that another organization has it.
 */
export const verifyDomain = (caller: Actor, found: OrganizationDomain, now: Instant): DomainChange[] => {
  const { organizationId, domain, verification } = found;
  return [
    {
      change: 'insert',
      record: 'domainClaim',
      item: { domain, organizationId, claimedAt: now },
      replaceIf: [{ field: 'organizationId', is: 'oneOf', value: ['', organizationId] }],
      onConflict: () =>
        new Problem('domain_taken', {
          detail: 'Another organization has verified this domain and has to remove it first.',
        }),
    },
    {
      change: 'update',
      record: 'organizationDomain',
      id: { organizationId, domain },
      set: { verifiedAt: found.verifiedAt ?? now, checkedAt: now },
      unset: ['failingSince', 'lostAt'],
      when: [
        { field: 'verification', is: 'equal', value: verification },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: domainConflict,
    },
    ...(isVerified(found)
      ? []
      : [domainEvent(found, { actor: actorOf(caller), action: 'domain.verified', at: now })]),
  ];
};

/** Removes a domain, with its claim. */
export const removeDomain = (caller: Actor, found: OrganizationDomain, now: Instant): DomainChange[] => {
  const { organizationId, domain, verifiedAt } = found;
  return [
    {
      change: 'update',
      record: 'organizationDomain',
      id: { organizationId, domain },
      set: { removedAt: now },
      unset: ['verifiedAt', 'failingSince'],
      when: [
        { field: 'removedAt', is: 'absent' },
        verifiedAt === undefined
          ? { field: 'verifiedAt', is: 'absent' }
          : { field: 'verifiedAt', is: 'equal', value: verifiedAt },
      ],
      onConflict: domainConflict,
    },
    ...(isVerified(found) ? [releaseClaim(found)] : []),
    domainEvent(found, { actor: actorOf(caller), action: 'domain.removed', at: now }),
  ];
};

const loseDomain = (found: OrganizationDomain, now: Instant): DomainChange[] => {
  const { organizationId, domain, failingSince = now } = found;
  return [
    {
      change: 'update',
      record: 'organizationDomain',
      id: { organizationId, domain },
      set: { checkedAt: now, lostAt: now },
      unset: ['verifiedAt', 'failingSince'],
      when: [
        { field: 'failingSince', is: 'equal', value: failingSince },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: domainConflict,
    },
    releaseClaim(found),
    domainEvent(found, { actor: { kind: 'system' }, action: 'domain.lost', at: now }),
    enqueueMail(
      organizationId,
      { kind: 'domain_lost', cause: `${domain}#${failingSince}`, facts: { domain, since: failingSince } },
      now,
    ),
  ];
};

/**
 * Records the daily lookup of a verified domain. A missing proof, or no response, counts from its first day; after 7
 * days the domain is lost, and one lookup with the proof resets the count.
 */
export const recordLookup = (found: OrganizationDomain, isProven: boolean, now: Instant): DomainChange[] => {
  const { organizationId, domain, failingSince } = found;
  const isLost = !isProven && failingSince !== undefined && now >= addMs(failingSince, maxFailedDays * dayMs);
  if (isLost) return loseDomain(found, now);
  return [
    {
      change: 'update',
      record: 'organizationDomain',
      id: { organizationId, domain },
      set: { checkedAt: now, ...(!isProven && { failingSince: failingSince ?? now }) },
      ...(isProven && { unset: ['failingSince'] }),
      when: [{ field: 'verifiedAt', is: 'present' }],
      onConflict: domainConflict,
    },
  ];
};

const statusOf = ({ verifiedAt, failingSince }: OrganizationDomain): 'pending' | 'verified' | 'failing' => {
  if (verifiedAt === undefined) return 'pending';
  return failingSince === undefined ? 'verified' : 'failing';
};

/** A domain as the API shows it, with the TXT record that proves control. */
export const domainView = (found: OrganizationDomain) => {
  const { domain, verification, createdAt, verifiedAt, checkedAt, failingSince, lostAt } = found;
  return {
    domain,
    status: statusOf(found),
    record: { type: 'TXT' as const, name: proofName(domain), value: proofText(verification) },
    createdAt,
    ...(verifiedAt !== undefined && { verifiedAt }),
    ...(checkedAt !== undefined && { checkedAt }),
    ...(failingSince !== undefined && { failingSince }),
    ...(lostAt !== undefined && { lostAt }),
  };
};
