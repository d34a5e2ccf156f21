import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { managers } from '../identity/roles.ts';
import { generateToken, tokenHash } from '../identity/tokens.ts';
import { addMs, hourMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { AuditorPack, Instant, Member, Organization, PackLink } from '../records.ts';
import { packLimits } from './auditor-pack-limits.ts';
import { packState } from './auditor-pack-views.ts';

/** Thrown when the link was opened or revoked, or another one was created, at the same time. */
class LinkConflict extends Conflict {}

/** Expired, revoked, altered and unknown links get the same response, so that it reveals nothing. */
export const linkNotFound = (): Problem => new Problem('link_not_found');

type LinkChange = Change<'auditorPack' | 'packLink' | 'linkSecret' | 'auditEvent'>;

interface NewLink {
  hours: number;
  linkId: string;
  /** At least 60 bytes. */
  random: Uint8Array;
}

/** Counts one more link. The condition enforces the limit, however many are created at once. */
const countLink = ({ organizationId, packId, links }: AuditorPack): Change<'auditorPack'> => {
  const base = { change: 'update', record: 'auditorPack', id: { organizationId, packId } } as const;
  const onConflict = () => new LinkConflict('another link was made meanwhile');
  if (links === undefined)
    return { ...base, set: { links: 1 }, when: [{ field: 'links', is: 'absent' }], onConflict };
  const most = packLimits.linksPerPack - 1;
  return { ...base, add: { links: 1 }, when: [{ field: 'links', is: 'atMost', value: most }], onConflict };
};

/**
 * Creates a link to a pack. Only the response has its secret; the stored record has the hash.
 * @throws Problem conflict for a pack that is not ready, limit_reached for too many links.
 */
export const createPackLink = (
  caller: Actor,
  { pack, newLink: { hours, linkId, random } }: { pack: AuditorPack; newLink: NewLink },
  now: Date,
): { link: PackLink; secret: string; changes: LinkChange[] } => {
  const state = packState(pack, now);
  if (state !== 'ready') throw new Problem('conflict', { detail: `The pack is ${state}.`, packState: state });
  if ((pack.links ?? 0) >= packLimits.linksPerPack)
    throw new Problem('limit_reached', {
      detail: `A pack has at most ${packLimits.linksPerPack} links.`,
      limit: packLimits.linksPerPack,
    });
  const { organizationId, packId } = pack;
  const asked = addMs(now, hours * hourMs);
  const expiresAt = asked < pack.expiresAt ? asked : pack.expiresAt;
  const createdAt = now.toISOString();
  const secret = generateToken('link', random);
  const linkHash = tokenHash(secret);
  const link: PackLink = {
    organizationId,
    packId,
    linkId,
    createdAt,
    createdBy: caller.personId,
    expiresAt,
    linkHash,
    openings: 0,
  };
  const found = { linkHash, linkOf: organizationId, packId, linkId, expiresAt };
  return {
    link,
    secret,
    changes: [
      countLink(pack),
      { change: 'insert', record: 'packLink', item: link },
      { change: 'insert', record: 'linkSecret', item: found },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: createdAt,
        action: 'auditor_pack.link_created',
        cause: linkId,
        target: packId,
        after: { linkId, expiresAt },
      }),
    ],
  };
};

/**
 * Revokes the secret of a link, which is in another table: again where a restore brought the link back. The row of an expired
 * one may have been removed.
 */
const revokeSecret = ({ linkHash, expiresAt }: PackLink, at: Instant): Change<'linkSecret'>[] =>
  linkHash === undefined || expiresAt <= at
    ? []
    : [
        {
          change: 'update',
          record: 'linkSecret',
          id: { linkHash },
          set: { revokedAt: at },
          onConflict: linkNotFound,
        },
      ];

/** Revokes a link from now on, also after a restore of the table that has the link. */
export const revokePackLink = (
  caller: Actor,
  link: PackLink,
  now: Date,
): Change<'packLink' | 'linkSecret' | 'auditEvent'>[] => {
  const { organizationId, packId, linkId } = link;
  const at = now.toISOString();
  return [
    {
      change: 'update',
      record: 'packLink',
      id: { organizationId, packId, linkId },
      set: { revokedAt: at },
      when: [{ field: 'revokedAt', is: 'absent' }],
      onConflict: linkNotFound,
    },
    ...revokeSecret(link, at),
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at,
      action: 'auditor_pack.link_revoked',
      cause: linkId,
      target: packId,
      before: { linkId },
    }),
  ];
};

/** A link, and the records on which it depends. */
interface LinkFacts {
  link: PackLink | undefined;
  pack: AuditorPack | undefined;
  organization: Pick<Organization, 'closing'> | undefined;
  /** The member who made it. */
  maker: Member | undefined;
}

/** A link acts for its maker: it ends with the membership, and when the role may no longer make one. */
const isBacked = ({ link, organization, maker }: LinkFacts): boolean =>
  organization !== undefined &&
  organization.closing === undefined &&
  link !== undefined &&
  maker !== undefined &&
  maker.removedAt === undefined &&
  maker.joinedAt <= link.createdAt &&
  managers.includes(maker.role);

/**
 * Counts an opening of a link by whoever has it.
 * @throws Problem link_not_found when it does not open anything now.
 */
export const openPackLink = (
  facts: LinkFacts,
  now: Date,
): { pack: AuditorPack; changes: Change<'packLink' | 'auditEvent'>[] } => {
  const at = now.toISOString();
  const { link, pack } = facts;
  if (!link || !pack || link.revokedAt !== undefined || link.expiresAt <= at) throw linkNotFound();
  if (packState(pack, now) !== 'ready' || !isBacked(facts)) throw linkNotFound();
  const { organizationId, packId, linkId, openings } = link;
  const changes: Change<'packLink' | 'auditEvent'>[] = [
    {
      change: 'update',
      record: 'packLink',
      id: { organizationId, packId, linkId },
      set: { openings: openings + 1, lastOpenedAt: at },
      when: [
        { field: 'openings', is: 'equal', value: openings },
        { field: 'revokedAt', is: 'absent' },
      ],
      onConflict: () => new LinkConflict('the link was opened or revoked meanwhile'),
    },
    auditEvent({
      organizationId,
      actor: { kind: 'link', linkId },
      at,
      action: 'auditor_pack.opened',
      cause: `${linkId} ${openings + 1}`,
      target: packId,
      after: { linkId, openings: openings + 1 },
    }),
  ];
  return { pack, changes };
};
