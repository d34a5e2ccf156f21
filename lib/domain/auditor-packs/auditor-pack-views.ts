import { addMs, dayMs } from '../instant.ts';
import type { AuditorPack, PackLink } from '../records.ts';

/** A pack that is not ready after a day has failed: its workflow has ended by then. */
export const packState = (
  { state, requestedAt, expiresAt }: Pick<AuditorPack, 'state' | 'requestedAt' | 'expiresAt'>,
  now: Date,
): AuditorPack['state'] | 'expired' => {
  if (expiresAt <= now.toISOString()) return 'expired';
  return state === 'running' && requestedAt < addMs(now, -dayMs) ? 'failed' : state;
};

/** A pack as the API shows it. */
export const packView = (pack: AuditorPack, now: Date) => {
  const { packId, from, to, repositoryIds, include, requestedAt, requestedBy, expiresAt } = pack;
  const { scans, bytes, sha256, readyAt, error } = pack;
  return {
    packId,
    state: packState(pack, now),
    from,
    to,
    ...(repositoryIds && { repositoryIds }),
    include,
    requestedAt,
    requestedBy,
    ...(readyAt !== undefined && { readyAt }),
    ...(scans !== undefined && { scans }),
    ...(bytes !== undefined && { bytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...(error !== undefined && { error }),
    expiresAt,
  };
};

/** A link as the API shows it, without its secret. */
export const packLinkView = (link: PackLink) => {
  const { linkId, createdAt, createdBy, expiresAt, revokedAt, openings, lastOpenedAt } = link;
  return {
    linkId,
    createdAt,
    createdBy,
    expiresAt,
    ...(revokedAt !== undefined && { revokedAt }),
    openings,
    ...(lastOpenedAt !== undefined && { lastOpenedAt }),
  };
};
