import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { WorkflowStarter } from '#ports/workflow.ts';
import { once } from './once.ts';

/** Loads its client with the first scan that starts: a request that is refused or repeated starts none. */
export const wireLazyWorkflowStarter = (): WorkflowStarter => {
  const adapter = once(async () => (await import('#runtime/wire/workflow.ts')).wireWorkflowStarter());
  return { start: async (scan) => (await adapter()).start(scan) };
};

export const wireLazyRechargeStarter = (): RechargeStarter => {
  const adapter = once(async () => (await import('#runtime/wire/workflow.ts')).wireRechargeStarter());
  return { start: async (pool, cause) => (await adapter()).start(pool, cause) };
};
