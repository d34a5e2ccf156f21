import { mayReuse } from './may-reuse.ts';
import { artifactOf, type ResolvedRequest, type ScanFacts } from '../resolve-request.ts';

/** Says why a scan may cost less than its creation debited. */
export interface LaterRefunds {
  reason: 'unchanged_units';
  detail: string;
}

/**
 * Says that what a creation debits is the most that the registered units cost: which of them are unchanged shows when the
 * commit is read. Undefined for an artifact, and where the repository reuses no results.
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
          'This is the most that the registered project units cost, and it counts all of them. A unit whose files are as an ' +
          'earlier scan had them is refunded when the scan ends.',
      };
