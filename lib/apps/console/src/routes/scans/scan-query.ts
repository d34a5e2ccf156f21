import type { ArgumentsOf } from '@scangate/client';
import { isId } from '@scangate/console/session/ids.ts';

export const verdicts = ['FAIL', 'ERROR', 'PASS'] as const;
export const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const triggers = ['api', 'cli', 'manual'] as const;

/** The filters of the list, as they stand in its URL. */
export interface ScanFilters {
  verdict: '' | (typeof verdicts)[number];
  status: '' | (typeof statuses)[number];
  sourceTrigger: '' | (typeof triggers)[number];
  branch: string;
  repositoryId: string;
  from: string;
  to: string;
}

type ScanQuery = NonNullable<NonNullable<ArgumentsOf<'list-scans'>[0]>['query']>;

/** Turns the filters of the URL into those of the service; what is no filter is left out. */
export const scanQuery = (filters: ScanFilters): ScanQuery => {
  const { verdict, status, sourceTrigger, branch, repositoryId, from, to } = filters;
  return {
    view: 'gate',
    limit: 50,
    ...(verdict !== '' && { verdict }),
    ...(status !== '' && { status }),
    ...(sourceTrigger !== '' && { sourceTrigger }),
    ...(branch.trim() !== '' && { branch: branch.trim() }),
    ...(isId(repositoryId) && { repositoryId }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
};
