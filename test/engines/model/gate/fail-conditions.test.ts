import { expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { isForAudit, isJudged } from '@scangate/engines/model/gate/fail-conditions';
import { weaknessesIn } from '#test/engines/sast/scan-code.ts';

const low = { ...defaultPolicy, minimumConfidence: 'low' as const };
const findingsIn = (text: string) => weaknessesIn({ 'app/views.py': text });

test('a finding of low confidence is judged only when the policy says so', () => {
  const [finding] = findingsIn('def calculate(expression):\n    return eval(expression)\n');
  expect(finding).toMatchObject({ rule: 'py-code-from-parameter', confidence: 'low' });
  expect([isJudged(finding!, defaultPolicy), isForAudit(finding!, defaultPolicy)]).toEqual([false, true]);
  expect([isJudged(finding!, low), isForAudit(finding!, low)]).toEqual([true, false]);
});

test('a proven flow is always judged', () => {
  const [finding] = findingsIn(
    'import sys\nfrom flask import request\ndef f():\n    eval(request.args["e"])\n',
  );
  expect(finding).toMatchObject({ rule: 'py-code-injection' });
  expect(finding).not.toHaveProperty('confidence');
  expect([isJudged(finding!, defaultPolicy), isJudged(finding!, low)]).toEqual([true, true]);
});

test('a suppressed finding is never judged', () => {
  const [finding] = findingsIn(
    'def calculate(expression):\n    return eval(expression)  # scangate:allow py-code-from-parameter reviewed\n',
  );
  expect(finding!.suppressed).toBeDefined();
  expect([isJudged(finding!, low), isForAudit(finding!, low)]).toEqual([false, false]);
});
