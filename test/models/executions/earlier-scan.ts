import type { MemoryStore } from '#adapters/memory/store.ts';
import { newScan, type WorkflowWorld } from '#test/support/scans/workflow.ts';
import { runExecution } from '#test/support/scans/run-execution.ts';
import type { TestOrganization } from '#test/support/world.ts';

const earlierCommitHash = 'e'.repeat(40);

/** Scans a commit whose root is another one, and whose other units are those of the commit that follows. */
export const scanEarlier = async (
  world: WorkflowWorld,
  { organization, repositoryId }: { organization: TestOrganization; repositoryId: string },
  store: MemoryStore,
): Promise<void> => {
  const files = { 'package-lock.json': '{ }', 'a/go.mod': '', 'b/go.mod': '' };
  world.sources.commits.set(earlierCommitHash, files);
  const repository = store.all('repository').find((one) => one.repositoryId === repositoryId);
  if (!repository) throw new Error('the repository is gone');
  const caller = organization.as('member');
  const request = { commitHash: earlierCommitHash };
  const { organizationId, scanId } = await newScan(store, { caller, repository, request });
  await runExecution({ organizationId, scanId }, world);
};
