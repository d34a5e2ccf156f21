import { createScan } from '#app/scans/create-scan.ts';
import { Replay, type IdempotentRequest } from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import type { Caller } from '@scangate/domain/identity/caller';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { Store } from '#ports/store.ts';
import { commitHash, workflowWorld } from '../scans/workflow.ts';
import { noon } from '../world.ts';

export interface ScanAnswer {
  status: number;
  /** The code of a refusal. */
  code?: string;
  members?: Record<string, unknown>;
  body?: { scanId: string; deduplicated: boolean };
}

const commitNumbered = (number: number): string => number.toString(16).padStart(40, '0');
let commits = 0;

/** Returns another commit each time, so that no scan of it equals an earlier one. */
export const newCommit = (): string => commitNumbered(++commits);

interface RequestedScan {
  caller: Caller;
  request: Partial<ScanRequest> & { repositoryId: string };
  now?: Date;
  /** An Idempotency-Key. */
  key?: string;
}

/** Creates a scan over a store as a caller. Refusals are answers. */
export const requestScan = async (
  store: Store,
  { caller, request, now = noon, key }: RequestedScan,
): Promise<ScanAnswer> => {
  const { organizationId } = caller;
  const idempotency: IdempotentRequest | undefined =
    key === undefined ? undefined : { organizationId, operation: 'create-scan', key, bodyHash: 'h' };
  const body = { commitHash, ...request };
  try {
    return (await createScan(
      { caller, body, idempotency },
      workflowWorld(store) as never,
      now,
    )) as ScanAnswer;
  } catch (error) {
    if (error instanceof Replay) return error.answer as ScanAnswer;
    if (error instanceof Problem) return { status: error.status, code: error.code, members: error.members };
    throw error;
  }
};
