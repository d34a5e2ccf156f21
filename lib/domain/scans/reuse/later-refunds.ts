import { mayReuse } from './may-reuse.ts';
import { artifactOf, type ResolvedRequest, type ScanFacts } from '../resolve-request.ts';

/** Explains why a scan may cost less than was debited at its creation. */
export interface LaterRefunds {
  reason: 'unchanged_units';
  detail: string;
}

/**
 * Explains that the debit of a creation is the maximum for the registered units: the commit shows which of them are
 * unchanged. Undefined for an artifact, and where the repository reuses no results.
 */
export const laterRefunds = (
  { request }: Pick<ResolvedRequest, 'request'>,
  { repository }: Pick<ScanFacts, 'repository'>,
): LaterRefunds | undefined =>
  artifactOf(request) || !mayReuse(repository)
    ? undefined
    : {
        reason: 'unchanged_units',
        detail:
          'This is the most that the registered units cost. A unit whose files an earlier scan had is refunded at the end.',
      };
