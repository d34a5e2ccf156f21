import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import {
  integrationField,
  integrationKind,
  integrationMessages,
  integrationWay,
} from '@scangate/console/messages/organization/integrations.ts';
import { eventName } from '@scangate/console/messages/organization/webhooks.ts';
import { number } from '@scangate/console/messages/format.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { filterWords } from '../webhooks/filter-words.ts';
import { noFilter, type FilterRequest } from '../webhooks/event-filter.ts';
import type { IntegrationRequest } from './integration-request.ts';
import type { RuleRequest } from './message-rules.ts';

const lineOf = (label: string, text: string): string => `${label}: ${text}`;

const limitLabels: Record<keyof FilterRequest, string> = {
  repositories: filterMessages.repositories,
  branches: filterMessages.branches,
  minimumSeverity: filterMessages.severity,
  verdicts: filterMessages.verdicts,
};

/** Says the limits that there are. */
const limitsText = (filter: FilterRequest): string => {
  const [words, none] = [filterWords(filter), filterWords(noFilter)];
  return (['repositories', 'branches', 'minimumSeverity', 'verdicts'] as const)
    .filter((name) => words[name] !== none[name])
    .map((name) => lineOf(limitLabels[name], words[name]))
    .join('; ');
};

const ruleText = ({ types, mode, ...limits }: RuleRequest, at: number): string =>
  [
    lineOf(integrationMessages.rule(at + 1), types.join(', ')),
    integrationMessages[mode],
    limitsText({ ...noFilter, ...limits }),
  ]
    .filter((text) => text !== '')
    .join('; ');

const texts: { [N in keyof IntegrationRequest]: (value: IntegrationRequest[N]) => string } = {
  kind: integrationKind,
  way: integrationWay,
  name: (name) => name,
  events: (events) => events.map(eventName).join(', '),
  filter: limitsText,
  settings: (settings) =>
    Object.entries(settings)
      .map(([name, value]) => lineOf(integrationField(name), value))
      .join('; '),
  ticketsFrom: (severity) => (severity === '' ? integrationMessages.severityOfGate : severityName(severity)),
  ticketsPerDay: (count) => (count === undefined ? '' : number(count)),
  rules: (rules) => rules.map(ruleText).join('. '),
};

/** Says a field of an integration in words. */
export const integrationText = <N extends keyof IntegrationRequest>(
  name: N,
  request: IntegrationRequest,
): string => texts[name](request[name]);
