import { SourceFailure } from '#ports/sources.ts';
import { world } from '../endpoint-world.ts';

export const wireSources = () => ({
  verify: async () => {
    if (world.sourceFailure) throw world.sourceFailure;
    return { provider: 'git', defaultBranch: 'main' };
  },
  resolveBranch: async (_location: object, branch: string) => {
    if (world.sourceFailure) throw world.sourceFailure;
    if (world.branches.includes(branch)) return 'c'.repeat(40);
    throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
  },
});
