import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import { badgeSvg } from '@scangate/domain/repositories/badge-svg';
import * as rules from '@scangate/domain/repositories/repository-badge';
import type { Ids } from '#ports/ids.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadRepository } from './load-repository.ts';

type BadgeStore = Pick<Store<'repository' | 'badge' | 'auditEvent'>, 'get' | 'commit'>;

interface BadgeRequest {
  caller: Caller;
  repositoryId: string;
}

/**
 * Gives a repository a badge, or returns its existing one.
 * @throws Problem repository_not_found.
 */
export const makeBadge = async (
  { caller, repositoryId }: BadgeRequest,
  { store, publicAddress, ids }: { store: BadgeStore; publicAddress: PublicAddress; ids: Ids },
  now: Date,
): Promise<{ url: string; isNew: boolean }> => {
  const { organizationId } = caller;
  const made = await retryOnConflict(limits.changeRepository, async () => {
    const repository = await loadRepository({ organizationId, repositoryId }, store);
    if (repository.badgeId !== undefined) return { badgeId: repository.badgeId, isNew: false };
    const badgeId = Buffer.from(ids.bytes(rules.badgeBytes)).toString('hex');
    await commitOrThrow(store, rules.makeBadge(caller, { repository, badgeId }, now.toISOString()));
    return { badgeId, isNew: true };
  });
  const origin = ((await publicAddress.url()) ?? '').replace(/\/$/, '');
  return { url: `${origin}/badges/${made.badgeId}.svg`, isNew: made.isNew };
};

/** Removes the badge of a repository, if it has one. @throws Problem repository_not_found. */
export const removeBadge = async (
  { caller, repositoryId }: BadgeRequest,
  store: BadgeStore,
  now: Date,
): Promise<void> => {
  const { organizationId } = caller;
  await retryOnConflict(limits.changeRepository, async () => {
    const repository = await loadRepository({ organizationId, repositoryId }, store);
    const changes = rules.removeBadge(caller, repository, now.toISOString());
    if (changes.length > 0) await commitOrThrow(store, changes);
  });
};

/** Draws the badge with this id, for anybody. @throws Problem not_found for one that was removed or never existed. */
export const drawBadge = async (
  badgeId: string,
  store: Pick<Store<'badge' | 'repository' | 'repositoryGate' | 'scan'>, 'get' | 'load'>,
): Promise<string> => {
  const badge = await store.get('badge', { badgeId });
  if (!badge?.repositoryId) throw new Problem('not_found');
  const { organizationId, repositoryId } = badge;
  const id = { organizationId, repositoryId };
  const [repository, gate] = await store.load([
    { record: 'repository', id },
    { record: 'repositoryGate', id },
  ]);
  if (!repository || repository.disconnectedAt !== undefined || repository.badgeId !== badgeId)
    throw new Problem('not_found');
  const scan = gate && (await store.get('scan', { organizationId, scanId: gate.scanId }));
  return badgeSvg(rules.badgeWord(repository, gate, scan));
};
