import { askGitHost } from '#app/repositories/ask-git-host.ts';
import { listBranches } from '#app/repositories/list-branches.ts';
import {
  SourceFailure,
  type BranchesQuestion,
  type SourceQuestion,
  type Sources,
} from '#ports/git-sources.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { noon } from '#test/support/world.ts';
import { world } from '#test/support/api/endpoint-world.ts';

const tip = 'c'.repeat(40);

const sources = {
  verify: async () => {
    if (world.sourceFailure) throw world.sourceFailure;
    return { provider: 'git', defaultBranch: 'main' };
  },
  resolveBranch: async (_location: object, branch: string) => {
    if (world.sourceFailure) throw world.sourceFailure;
    if (world.branches.includes(branch)) return tip;
    throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
  },
  branches: async (_location: object, { part = '', after = '', limit }: BranchesQuestion['branches']) => {
    if (world.sourceFailure) throw world.sourceFailure;
    const names = world.branches.filter((name) => name > after && name.includes(part)).toSorted();
    const items = names.slice(0, limit).map((name) => ({ name, commitHash: tip }));
    return { items, hasMore: names.length > limit };
  },
} satisfies Partial<Sources>;
const repositorySecrets = { decrypt: async (ciphertext: string) => ciphertext };

/** The answer of the function, as the adapter gives it. */
const answerOf = <Answer extends object>(
  report: Answer | { failure: Pick<SourceFailure, 'errorCode' | 'message' | 'retryAfterSeconds'> },
): Answer => {
  if (!('failure' in report)) return report;
  const { errorCode, message, retryAfterSeconds } = report.failure;
  throw new SourceFailure(errorCode, message, retryAfterSeconds);
};

export const wireSourceCheck = () => ({
  check: async (question: SourceQuestion) => {
    world.asked.push(question);
    return answerOf(await askGitHost(question, { sources, repositorySecrets }, taskContextAt(noon)));
  },
  branches: async (question: BranchesQuestion) => {
    world.asked.push(question);
    return answerOf(await listBranches(question, { sources, repositorySecrets }, taskContextAt(noon)));
  },
});
