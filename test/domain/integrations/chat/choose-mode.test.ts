import { expect, test } from 'vitest';
import { chooseMode } from '@scangate/domain/integrations/chat/choose-mode';
import type { ChatRule } from '@scangate/domain/integrations/kinds/chat-settings';

const event = {
  type: 'finding.introduced' as const,
  about: { repositoryId: 'r-1', severity: 'medium' as const },
};
const rule = (given: Partial<ChatRule>): ChatRule => ({ types: ['*'], mode: 'each', ...given });

test.each<[string, ChatRule[] | undefined, string]>([
  ['no rules', undefined, 'each'],
  ['the first match', [rule({ mode: 'digest' }), rule({})], 'digest'],
  ['another type', [rule({ types: ['scan.*'] })], 'none'],
  ['a family', [rule({ types: ['finding.*'] })], 'each'],
  ['its repository', [rule({ repositoryIds: ['r-1', 'r-2'] })], 'each'],
  ['another repository', [rule({ repositoryIds: ['r-2'] })], 'none'],
  ['a lower severity', [rule({ minimumSeverity: 'low' })], 'each'],
  ['its severity', [rule({ minimumSeverity: 'medium' })], 'each'],
  ['a higher severity', [rule({ minimumSeverity: 'high' }), rule({ mode: 'digest' })], 'digest'],
])('%s', (_name, rules, mode) => {
  expect(chooseMode(rules, event)).toBe(mode);
});

test('an event without a filtered field matches the rule, and an unknown severity matches any', () => {
  const rules = [rule({ repositoryIds: ['r-2'], minimumSeverity: 'critical' })];
  expect(chooseMode(rules, { type: 'plan.changed' })).toBe('each');
  expect(
    chooseMode([rule({ minimumSeverity: 'critical' })], { ...event, about: { severity: 'unknown' } }),
  ).toBe('each');
});
