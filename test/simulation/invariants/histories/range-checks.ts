import type { MemoryStore } from '#adapters/memory/store.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** A check lists so many secrets at most. */
const mostListed = 20;

/** Whether only a rule of the organization finds it, where it has one. */
const isOwnKey = (secret: string): boolean => secret.startsWith('ownkey_');

/**
 * A pull request that was compared with its base tells every secret that one of its commits added and a later one removed, by
 * the commit that added it, and no other.
 * @returns the number of secrets that were found with their commits.
 */
export const checkRanges = (
  { git }: Pick<World, 'git'>,
  store: Pick<MemoryStore, 'all'>,
  report: Report,
): number => {
  let count = 0;
  const urls = new Map(store.all('repository').map(({ repositoryId, url }) => [repositoryId, url] as const));
  for (const { scanId, repositoryId, commitHash, pullRequestCheck: check, scanTypes } of store.all('scan')) {
    const url = urls.get(repositoryId);
    const { commitHash: base, verified = false } = check?.base ?? {};
    const isLooked = url !== undefined && verified && scanTypes.includes('secrets');
    if (!check || !isLooked || base === undefined || check.verdict === 'ERROR') continue;
    const { history } = check;
    if (!history) report('range', `${scanId} does not tell what its commits added`);
    // A host that does not answer leaves it unread, which is told.
    if (!history || history.unread.length > 0) continue;
    const { commits, secrets } = git.removedBetween(url, { base, head: commitHash });
    if (history.commits !== commits)
      report('range', `${scanId} looked at ${history.commits} and not ${commits} commits`);
    const told = new Set(history.secrets.map(({ commitHash: at, file }) => `${at} ${file}`));
    const known = new Set(secrets.map(({ commit, path }) => `${commit} ${path}`));
    const strange = [...told].find((one) => !known.has(one));
    if (strange !== undefined)
      report('range', `${scanId} tells a secret in ${strange}, where none was removed`);
    if (history.secrets.length >= mostListed) continue;
    for (const { secret, commit, path } of secrets) {
      if (isOwnKey(secret)) continue;
      count += 1;
      if (!told.has(`${commit} ${path}`)) report('range', `${scanId} tells no secret in ${commit} ${path}`);
    }
  }
  return count;
};
