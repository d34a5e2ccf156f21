import { createHash } from 'node:crypto';
import { jsonPieces } from '@scangate/client/json-pieces';
import type { CiContext } from '../ci/ci-context.ts';

/**
 * Returns the Idempotency-Key of a scan. A repeated step of one run finds its scan; a re-run, another job or another
 * request creates a new one. Undefined when no CI identifies its run: every call is then intended.
 */
export const idempotencyKeyOf = (ci: CiContext | undefined, request: unknown): string | undefined => {
  const { host, run } = ci ?? {};
  if (host === undefined || run === undefined) return undefined;
  const hash = createHash('sha256');
  // The length in front of each part distinguishes lists whose concatenations are equal. The request comes last.
  for (const part of [host, run.id, run.attempt, run.job]) hash.update(`${part.length}:${part}`);
  for (const piece of jsonPieces(request)) hash.update(piece);
  return hash.digest('hex');
};
