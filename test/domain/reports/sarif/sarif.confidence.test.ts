import { expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { failsGate } from '@scangate/domain/reports/finding-description';
import { code } from '../ended-scan.ts';
import { only, sarif } from './sarif-run.ts';

const unsure = { ...code, severity: 'critical' as const, confidence: 'low' as const };
const policy = { ...defaultPolicy, minimumConfidence: 'low' as const };

test('a finding of low confidence is a note with the tag audit, and does not fail the gate', () => {
  expect(only(sarif([[unsure]]))).toMatchObject({ level: 'note' });
  const [rule] = sarif([[unsure]]).tool.driver.rules;
  expect(rule?.properties).toMatchObject({ precision: 'medium', tags: expect.arrayContaining(['audit']) });
  expect(failsGate(unsure, defaultPolicy)).toBe(false);
});

test('it is an error if the policy judges it', () => {
  expect(only(sarif([[unsure]], { policy }))).toMatchObject({ level: 'error' });
  expect(failsGate(unsure, policy)).toBe(true);
});
