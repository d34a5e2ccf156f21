import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import { pickerMessages } from '@scangate/console/messages/organization/pickers.ts';
import { severityName, verdictName } from '@scangate/console/messages/risk.ts';
import type { KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import type { EventFilter } from './event-filter.ts';

const fact = (label: string, texts: readonly string[] | undefined): KeyValueItem[] =>
  texts === undefined || texts.length === 0 ? [] : [{ label, value: <Text value={texts.join(', ')} /> }];

/** The limits of a webhook or an integration, each that there is. */
export const filterFacts = (
  filter: EventFilter | undefined,
  repositories: readonly ChosenRepository[] | undefined,
): KeyValueItem[] => [
  ...fact(
    filterMessages.repositories,
    filter?.repositoryIds && (repositories?.map(({ fullName }) => fullName) ?? [pickerMessages.unread]),
  ),
  ...fact(filterMessages.branches, filter?.branches),
  ...fact(filterMessages.verdicts, filter?.verdicts?.map(verdictName)),
  ...fact(
    filterMessages.severity,
    filter?.minimumSeverity === undefined ? undefined : [severityName(filter.minimumSeverity)],
  ),
];
