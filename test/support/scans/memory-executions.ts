import type { WorkflowResumer, WorkflowStarter } from '#ports/workflow.ts';

/** Notes the executions of scans and recharges by name, as Step Functions starts them; a test closes and runs them. */
export const memoryExecutions = () => {
  const started: string[] = [];
  const closed = new Set<string>();
  const startOnce = (name: string) => void (started.includes(name) || started.push(name));
  const workflow: WorkflowStarter & WorkflowResumer = {
    start: async ({ scanId }) => startOnce(scanId),
    resume: async ({ scanId }) => startOnce(closed.has(scanId) ? `${scanId}.2` : scanId),
  };
  const recharged: string[] = [];
  const recharge = {
    start: async ({ accountId, pool }: { accountId: string; pool: string }, cause: string) =>
      void recharged.push([accountId, pool, cause].join(' ')),
  };
  return { workflow, recharge, started, closed, recharged };
};
