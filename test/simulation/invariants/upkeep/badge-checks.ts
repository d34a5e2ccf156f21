import type { MemoryStore } from '#adapters/memory/store.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/**
 * A badge shows the verdict of its default branch to anybody, and one that was removed shows nothing.
 * @returns the number of badges that were read.
 */
export const checkBadges = async (world: World, store: MemoryStore, report: Report): Promise<number> => {
  let count = 0;
  const repositories = new Map(store.all('repository').map((one) => [one.repositoryId, one]));
  const gates = new Map(store.all('repositoryGate').map((one) => [one.repositoryId, one]));
  for (const { badgeId, repositoryId } of store.all('badge')) {
    const repository = repositories.get(repositoryId ?? '');
    const isShown = repository?.badgeId === badgeId && repository.disconnectedAt === undefined;
    const read = () => world.api.call('get-badge', { secret: '', params: { file: `${badgeId}.svg` } });
    const { status, text } = await world.finish('somebody with a badge', read);
    const [, word = ''] = /aria-label="Scangate: (\w+)/.exec(text) ?? [];
    const gate = gates.get(repositoryId ?? '');
    const verdict = gate && gate.branch === repository?.defaultBranch ? gate.verdict : 'unknown';
    count += 1;
    if (isShown ? status !== 200 : status !== 404)
      report('badge', `the badge of ${repositoryId} is answered ${status}`);
    else if (isShown && word !== verdict)
      report('badge', `the badge of ${repositoryId} shows ${word}, and its verdict is ${verdict}`);
  }
  return count;
};
