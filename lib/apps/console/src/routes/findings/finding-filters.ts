import { severityName } from '@scangate/console/messages/risk.ts';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { cutMiddle, markedText } from '@scangate/console/parts/text/marked-text.ts';
import { repositoryFilter } from '@scangate/console/routes/pickers/repository-filter.tsx';
import { ages, answers, kinds, severities, states } from './finding-query.ts';

interface FilterSources {
  people: readonly { personId: string; displayName: string }[];
}

const nameLength = 48;

/** A name in a list of the browser, which shows no marks of its own. */
const optionName = (name: string): string => cutMiddle(markedText(name), nameLength);

interface Choice {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

const choice = ({ name, label, options }: Choice): Filter => ({ kind: 'choice', name, label, options });

const named = <V extends string>(values: readonly V[], nameOf: (value: V) => string) =>
  values.map((value) => ({ value, label: nameOf(value) }));

const { filters: labels } = trackedMessages;

const findingChoices: readonly Choice[] = [
  { name: 'severity', label: findingMessages.severity, options: named(severities, severityName) },
  {
    name: 'kind',
    label: findingMessages.kind,
    options: named(kinds, (value) => wordFor(findingMessages.kinds, value)),
  },
  { name: 'state', label: labels.state, options: named(states, (value) => trackedMessages.states[value]) },
];

const ageChoices: readonly Choice[] = [
  { name: 'minAgeDays', label: labels.age, options: named(ages, (value) => trackedMessages.ages[value]) },
  {
    name: 'fixable',
    label: labels.fixable,
    options: named(answers, (value) => trackedMessages.fixes[value]),
  },
  {
    name: 'knownExploited',
    label: labels.knownExploited,
    options: named(answers, (value) => trackedMessages.exploited[value]),
  },
];

/** The facets of the list. */
export const findingFilters = ({ people }: FilterSources): readonly Filter[] => [
  ...findingChoices.map(choice),
  repositoryFilter('repositoryId', labels.repository),
  choice({
    name: 'assignee',
    label: labels.assignee,
    options: [
      { value: 'none', label: trackedMessages.assignees.none },
      ...people.map(({ personId, displayName }) => ({ value: personId, label: optionName(displayName) })),
    ],
  }),
  ...ageChoices.map(choice),
];
