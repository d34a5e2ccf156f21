import { TipCollector, type HistoryTips } from '../history/tip-collector.ts';
import { looseRefs } from './local-branches.ts';
import { localRef, packedRefs } from './local-refs.ts';
import type { LocalRepository } from './local-repository.ts';

/** Lists the branches and tags of a repository on this disk. */
export const localTips = (repository: LocalRepository, limit: number): HistoryTips => {
  const found = new TipCollector(limit);
  const loose = new Set(['refs/heads', 'refs/tags'].flatMap((folder) => looseRefs(repository, folder)));
  for (const ref of loose) {
    const id = localRef(repository, ref);
    if (id !== undefined) found.add(ref, id);
  }
  for (const [ref, id] of packedRefs(repository)) if (!loose.has(ref)) found.add(ref, id);
  return found.tips(localRef(repository, 'HEAD'));
};
