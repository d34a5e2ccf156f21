import { expect, test } from 'vitest';
import { settingsOf, type Policy, type SettingName } from '@scangate/console/routes/policy/policy-draft.ts';
import { levels, settings } from '@scangate/console/routes/policy/policy-settings.tsx';
import { policyView } from '@scangate/domain/policy/gate-view';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { defaultPolicy, licenseCategories } from '@scangate/engines/model/gate/policy';
import { sourceRules } from '@scangate/engines/model/source-problem';

const policy = settingsOf(policyView(defaultPolicy) as Parameters<typeof settingsOf>[0]);
const wordsOf = <N extends SettingName>(name: N, value: Policy[N]): string => settings[name].words(value);

test('the page shows every setting of the policy once', () => {
  const shown = levels.flatMap(({ parts }) => parts.flatMap((part) => part.settings));
  expect(shown.toSorted()).toEqual(Object.keys(policy).toSorted());
  expect(Object.keys(settings).toSorted()).toEqual(shown.toSorted());
});

test('the categories of licenses and the rules for sources are those of the engines', () => {
  expect(Object.keys(policyMessages.categories)).toEqual([...licenseCategories]);
  expect(Object.keys(policyMessages.sourceRules)).toEqual([...sourceRules]);
});

test('a value is shown in the words of its field', () => {
  expect(wordsOf('apiGateSeverityThreshold', 'high')).toBe('High');
  expect(wordsOf('waiverApproval', 'four_eyes')).toBe('somebody other than the requester');
  expect(wordsOf('licensePolicy.denyCategories', ['proprietary'])).toBe('Proprietary');
  expect(wordsOf('failOn.epssAtLeast', 0.1)).toBe('10%');
  expect(wordsOf('ignore.unfixable', { untilDays: 30 })).toBe('30');
  expect(wordsOf('sourcePolicy.severities', { 'git-source': 'low' })).toBe(
    'A package from a git repository counts as: Low',
  );
  expect(wordsOf('licensePolicy.exceptions', [{ package: 'left-pad', reason: 'x' }])).toBe(
    'left-pad (any license)',
  );
  expect(wordsOf('neverWaive', [])).toBe('none');
  expect(wordsOf('licensePolicy.ignoreDevelopment', true)).toBe('yes');
});
