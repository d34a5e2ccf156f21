import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';

export type EventFilter = NonNullable<ArgumentsOf<'create-webhook'>[0]['body']['filter']>;
type StoredFilter = BodyOfResponse<'get-webhook', 200>['filter'];
type Severity = NonNullable<EventFilter['minimumSeverity']>;
type Verdict = NonNullable<EventFilter['verdicts']>[number];

export const severities = [
  'critical',
  'high',
  'medium',
  'low',
  'unknown',
] as const satisfies readonly Severity[];
export const verdicts = ['PASS', 'FAIL', 'ERROR'] as const satisfies readonly Verdict[];

/** The limits of a subscription as a form has them; an empty one limits nothing. */
export interface FilterRequest {
  repositories: readonly ChosenRepository[];
  branches: readonly string[];
  minimumSeverity: Severity | '';
  verdicts: readonly Verdict[];
}

export const noFilter: FilterRequest = { repositories: [], branches: [], minimumSeverity: '', verdicts: [] };

/** The form of a stored filter, with the names of its repositories. */
export const filterRequestOf = (
  stored: StoredFilter,
  repositories: readonly ChosenRepository[],
): FilterRequest => ({
  repositories,
  branches: stored?.branches ?? [],
  minimumSeverity: stored?.minimumSeverity ?? '',
  verdicts: stored?.verdicts ?? [],
});

/** The filter of a form; undefined where nothing is limited. */
export const filterOf = (request: FilterRequest): EventFilter | undefined => {
  const { repositories, branches, minimumSeverity, verdicts: chosen } = request;
  const filter: EventFilter = {
    ...(repositories.length > 0 && { repositoryIds: repositories.map(({ repositoryId }) => repositoryId) }),
    ...(branches.length > 0 && { branches: [...branches] }),
    ...(minimumSeverity !== '' && { minimumSeverity }),
    ...(chosen.length > 0 && { verdicts: [...chosen] }),
  };
  return Object.keys(filter).length === 0 ? undefined : filter;
};
