import { requireAccess } from '../identity/access/require-access.ts';
import type { Caller } from '../identity/caller.ts';
import type { ProblemCode } from '../problem.ts';

/** The most findings of one request. */
export const maxActedFindings = 200;

/** The outcome of one act on one finding: done, unchanged because it was as asked for already, or the refusal. */
export type ActOutcome = 'done' | 'unchanged' | { code: ProblemCode };

export interface ActedFinding {
  fingerprint: string;
  status: 'done' | 'unchanged' | 'failed';
  /** Of the first act that failed. */
  code?: ProblemCode;
}

/** Sums up the acts on a finding. One that failed makes all of it failed; asked for again, it does what is left. */
export const actedFinding = (fingerprint: string, outcomes: readonly ActOutcome[]): ActedFinding => {
  const refused = outcomes.find((outcome) => typeof outcome === 'object');
  if (refused) return { fingerprint, status: 'failed', code: refused.code };
  return { fingerprint, status: outcomes.includes('done') ? 'done' : 'unchanged' };
};

/** Asks of whoever waives what `POST /v1/waivers` asks. @throws Problem insufficient_scope or role_required. */
export const requireWaiving = (caller: Pick<Caller, 'role' | 'scopes'>): void =>
  requireAccess(caller, { roles: ['owner', 'admin', 'member'], scopes: ['organization:write'] });
