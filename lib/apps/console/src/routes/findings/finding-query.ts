import type { ArgumentsOf } from '@scangate/client';
import { isId } from '@scangate/console/session/ids.ts';

export const kinds = ['vulnerability', 'code', 'secret', 'license', 'source'] as const;
export const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
export const states = ['open', 'waived', 'fixed'] as const;
export const ages = ['7', '30', '90'] as const;
export const answers = ['true', 'false'] as const;

/** The filters of the list, as they stand in its URL. */
export interface FindingFilters {
  kind: '' | (typeof kinds)[number];
  severity: '' | (typeof severities)[number];
  state: '' | (typeof states)[number];
  repositoryId: string;
  assignee: string;
  minAgeDays: '' | (typeof ages)[number];
  fixable: '' | (typeof answers)[number];
  knownExploited: '' | (typeof answers)[number];
}

type FindingQuery = NonNullable<NonNullable<ArgumentsOf<'list-tracked-findings'>[0]>['query']>;

/** The largest page of the service: ten of them hold ten thousand findings. */
const pageSize = 1000;

/** Turns the filters of the URL into those of the service; what is no filter is left out. */
export const findingQuery = (filters: FindingFilters): FindingQuery => {
  const { kind, severity, state, repositoryId, assignee, minAgeDays, fixable, knownExploited } = filters;
  return {
    limit: pageSize,
    view: 'gate',
    ...(kind !== '' && { kind }),
    ...(severity !== '' && { severity }),
    ...(state !== '' && { state }),
    ...(isId(repositoryId) && { repositoryId }),
    ...((assignee === 'none' || isId(assignee)) && { assignee }),
    ...(minAgeDays !== '' && { minAgeDays: Number(minAgeDays) }),
    ...(fixable !== '' && { fixable }),
    ...(knownExploited !== '' && { knownExploited }),
  };
};
