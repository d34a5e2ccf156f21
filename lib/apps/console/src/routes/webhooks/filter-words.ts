import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import { severityName, verdictName } from '@scangate/console/messages/risk.ts';
import type { FilterRequest } from './event-filter.ts';

/** Says each limit of a form in words; one that limits nothing is empty, but for the severity. */
export const filterWords = (filter: FilterRequest): Record<keyof FilterRequest, string> => {
  const { repositories, branches, minimumSeverity, verdicts } = filter;
  return {
    repositories: repositories.map(({ fullName }) => fullName).join(', '),
    branches: branches.join(', '),
    minimumSeverity: minimumSeverity === '' ? filterMessages.anySeverity : severityName(minimumSeverity),
    verdicts: verdicts.map(verdictName).join(', '),
  };
};
