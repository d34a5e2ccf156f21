import { checkSource } from '#app/repositories/check-source.ts';
import { SourceFailure, type SourceQuestion } from '#ports/sources.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { noon } from '#test/support/world.ts';
import { world } from '#test/support/api/endpoint-world.ts';

const sources = {
  verify: async () => {
    if (world.sourceFailure) throw world.sourceFailure;
    return { provider: 'git', defaultBranch: 'main' };
  },
  resolveBranch: async (_location: object, branch: string) => {
    if (world.sourceFailure) throw world.sourceFailure;
    if (world.branches.includes(branch)) return 'c'.repeat(40);
    throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
  },
};
const vault = { open: async (ciphertext: string) => ciphertext };

export const wireSourceCheck = () => ({
  check: async (question: SourceQuestion) => {
    world.asked.push(question);
    const report = await checkSource(question, { sources, vault }, taskContextAt(noon));
    if (!('failure' in report)) return report;
    const { errorCode, message, retryAfterSeconds } = report.failure;
    throw new SourceFailure(errorCode, message, retryAfterSeconds);
  },
});
