import { requireAccess } from '../identity/access/require-access.ts';
import type { Caller } from '../identity/caller.ts';
import type { ProblemCode } from '../problem.ts';

/** The limit of findings per request. */
export const maxActedFindings = 200;

/** The outcome of one action on one finding: done, unchanged because nothing had to change, or the refusal. */
export type ActionOutcome = 'done' | 'unchanged' | { code: ProblemCode };

export interface ChangedFinding {
  fingerprint: string;
  status: 'done' | 'unchanged' | 'failed';
  /** The code of the first action that failed. */
  code?: ProblemCode;
}

/** Combines the actions on a finding. If one failed, all of it counts as failed; a repeated request does the rest. */
export const changedFinding = (fingerprint: string, outcomes: readonly ActionOutcome[]): ChangedFinding => {
  const refused = outcomes.find((outcome) => typeof outcome === 'object');
  if (refused) return { fingerprint, status: 'failed', code: refused.code };
  return { fingerprint, status: outcomes.includes('done') ? 'done' : 'unchanged' };
};

/**
 * Requires of a person who waives findings what `POST /v1/waivers` requires.
 * @throws Problem insufficient_scope or role_required.
 */
export const requireMayWaive = (caller: Pick<Caller, 'role' | 'scopes'>): void =>
  requireAccess(caller, { roles: ['owner', 'admin', 'member'], scopes: ['organization:write'] });
