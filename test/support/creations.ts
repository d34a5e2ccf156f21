import { createScan } from '../../functions/api/create-scan/handler.ts';
import { Replay, type IdempotentRequest } from '../../lib/domain/idempotency.ts';
import { Problem } from '../../lib/domain/problem.ts';
import type { Caller } from '../../lib/domain/roles.ts';
import type { ScanOrder } from '../../lib/domain/scans/plan-scan.ts';
import type { Store } from '../../lib/ports/store.ts';
import { commitHash, workflowWorld } from './workflow.ts';
import { noon, testIds } from './world.ts';

export interface Said {
  status: number;
  /** Of a refusal. */
  code?: string;
  members?: Record<string, unknown>;
  body?: { scanId: string; deduplicated: boolean };
}

const commitNumbered = (number: number): string => number.toString(16).padStart(40, '0');
let commits = 0;

/** Another commit each time: no scan of it equals any. */
export const newCommit = (): string => commitNumbered(++commits);

/** Asks to create a scan over a store, at an instant, as a caller; refusals are answers. */
export const creating = async (
  store: Store,
  caller: Caller,
  order: Partial<ScanOrder> & { repositoryId: string },
  { now = noon, key }: { now?: Date; key?: string } = {},
): Promise<Said> => {
  const { organizationId } = caller;
  const idempotency: IdempotentRequest | undefined =
    key === undefined ? undefined : { organizationId, operation: 'create-scan', key, bodyHash: 'h' };
  const request = { caller, body: { commitHash, ...order }, idempotency, ids: testIds, now };
  const ports = { ...workflowWorld(store), artifactCheck: { check: async () => ({ ok: true }) } };
  try {
    return (await createScan(request as never, ports as never)) as Said;
  } catch (error) {
    if (error instanceof Replay) return error.answer as Said;
    if (error instanceof Problem) return { status: error.status, code: error.code, members: error.members };
    throw error;
  }
};
