import { createHash } from 'node:crypto';
import type { CiContext } from '../ci/ci-context.ts';

/**
 * Returns the Idempotency-Key of a scan. A repeated step of one run finds its scan; a re-run, another job and another
 * request make one of their own. Undefined where no CI tells its run: every call is then meant.
 */
export const idempotencyKeyOf = (ci: CiContext | undefined, request: unknown): string | undefined => {
  const { host, run } = ci ?? {};
  if (host === undefined || run === undefined) return undefined;
  const parts = [host, run.id, run.attempt, run.job, JSON.stringify(request)];
  // The length before each part keeps two lists apart that only join to the same text.
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  return createHash('sha256').update(text).digest('hex');
};
