import type { ArgumentsOf } from '@scangate/client';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import type { FilterRequest } from '../webhooks/event-filter.ts';

type SlackBody = Extract<ArgumentsOf<'create-integration'>[0]['body'], { kind: 'slack' }>;
type MessageRule = NonNullable<SlackBody['settings']['rules']>[number];

/** A rule as the form has it. */
export interface RuleRequest extends Pick<FilterRequest, 'repositories' | 'minimumSeverity'> {
  types: readonly string[];
  mode: MessageRule['mode'];
}

export const newRule: RuleRequest = { types: [], repositories: [], minimumSeverity: '', mode: 'each' };

const isRule = (value: unknown): value is MessageRule =>
  typeof value === 'object' && value !== null && 'types' in value && 'mode' in value;

/** The rules among stored settings. */
export const storedRules = (settings: Readonly<Record<string, unknown>>): MessageRule[] =>
  Array.isArray(settings['rules']) ? settings['rules'].filter(isRule) : [];

/** The form of a stored rule, with the names of its repositories. */
export const ruleRequestOf = (
  { types, repositoryIds = [], minimumSeverity, mode }: MessageRule,
  names: readonly ChosenRepository[],
): RuleRequest => ({
  types,
  mode,
  minimumSeverity: minimumSeverity ?? '',
  repositories: repositoryIds.map(
    (repositoryId) =>
      names.find((one) => one.repositoryId === repositoryId) ?? { repositoryId, fullName: repositoryId },
  ),
});

/** The rule of a form. */
export const ruleOf = ({ types, repositories, minimumSeverity, mode }: RuleRequest): MessageRule => ({
  types: [...types],
  mode,
  ...(repositories.length > 0 && { repositoryIds: repositories.map(({ repositoryId }) => repositoryId) }),
  ...(minimumSeverity !== '' && { minimumSeverity }),
});
