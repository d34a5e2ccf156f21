import { createScan } from '#functions/api/create-scan/handler.ts';
import { Replay, type IdempotentRequest } from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import type { Caller } from '@scangate/domain/identity/roles';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { Store } from '#ports/store.ts';
import { commitHash, workflowWorld } from '../scans/workflow.ts';
import { noon, testIds } from '../world.ts';

export interface ScanAnswer {
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
export const requestScan = async (
  store: Store,
  caller: Caller,
  order: Partial<ScanRequest> & { repositoryId: string },
  { now = noon, key }: { now?: Date; key?: string } = {},
): Promise<ScanAnswer> => {
  const { organizationId } = caller;
  const idempotency: IdempotentRequest | undefined =
    key === undefined ? undefined : { organizationId, operation: 'create-scan', key, bodyHash: 'h' };
  const request = { caller, body: { commitHash, ...order }, idempotency, ids: testIds, now };
  const ports = { ...workflowWorld(store), artifactCheck: { check: async () => ({ ok: true }) } };
  try {
    return (await createScan(request as never, ports as never)) as ScanAnswer;
  } catch (error) {
    if (error instanceof Replay) return error.answer as ScanAnswer;
    if (error instanceof Problem) return { status: error.status, code: error.code, members: error.members };
    throw error;
  }
};
