import { bySeverity } from '@scangate/engines/model/severity';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import { matchesType } from '@scangate/domain/events/event-types';
import type { ChatRule } from '../kinds/chat-settings.ts';

type Told = Pick<StoredEvent, 'type' | 'about'>;

/** Whether a rule is about an event. It is not about what tells of something else; what does not say may be. */
const fits = ({ types, repositoryIds, minimumSeverity }: ChatRule, { type, about = {} }: Told): boolean => {
  const { repositoryId, severity } = about;
  if (!matchesType(types, type)) return false;
  if (repositoryIds && repositoryId !== undefined && !repositoryIds.includes(repositoryId)) return false;
  if (minimumSeverity === undefined || severity === undefined || severity === 'unknown') return true;
  return bySeverity(severity, minimumSeverity) <= 0;
};

/** Chooses how a chat is told an event: by the first rule that fits. Without rules it is told each, and without a fitting one none. */
export const chooseMode = (
  rules: readonly ChatRule[] | undefined,
  event: Told,
): ChatRule['mode'] | 'none' => {
  if (rules === undefined) return 'each';
  return rules.find((rule) => fits(rule, event))?.mode ?? 'none';
};
