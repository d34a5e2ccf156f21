import { bySeverity } from '@scangate/engines/model/severity';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import { matchesType } from '@scangate/domain/events/event-types';
import type { ChatRule } from '../kinds/chat-settings.ts';

type RoutedEvent = Pick<StoredEvent, 'type' | 'about'>;

/** Returns whether a rule covers an event. A fact that the event lacks excludes it from no rule. */
const fits = (
  { types, repositoryIds, minimumSeverity }: ChatRule,
  { type, about = {} }: RoutedEvent,
): boolean => {
  const { repositoryId, severity } = about;
  if (!matchesType(types, type)) return false;
  if (repositoryIds && repositoryId !== undefined && !repositoryIds.includes(repositoryId)) return false;
  if (minimumSeverity === undefined || severity === undefined || severity === 'unknown') return true;
  return bySeverity(severity, minimumSeverity) <= 0;
};

/**
 * Chooses how an event reaches a chat: by the first rule that fits. Without rules, each event is a message; an event
 * that fits no rule is not sent.
 */
export const chooseMode = (
  rules: readonly ChatRule[] | undefined,
  event: RoutedEvent,
): ChatRule['mode'] | 'none' => {
  if (rules === undefined) return 'each';
  return rules.find((rule) => fits(rule, event))?.mode ?? 'none';
};
