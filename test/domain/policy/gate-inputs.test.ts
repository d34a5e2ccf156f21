import { expect, test } from 'vitest';
import { gateInputsOf, gateInputsToday } from '@scangate/domain/policy/gate-inputs';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const rules = (digest: string) => ({
  ...defaultPolicy,
  customRules: { digest, secrets: ['acme'], code: [] },
});
const then = '2026-01-01T00:00:00.000Z';
const now = '2026-01-02T00:00:00.000Z';

test('a judgment today reports when rules that did not run are in force', () => {
  const changed = (before: typeof defaultPolicy, today: typeof defaultPolicy) => {
    const { suppressions, waivers, ...stored } = gateInputsOf(before, then);
    const inputs = { stored: { suppressions, waivers, ...stored }, suppressions, waivers };
    return gateInputsToday(today, now, inputs).rulesChanged;
  };
  expect(changed(defaultPolicy, rules('a'))).toBe(true);
  expect(changed(rules('a'), rules('b'))).toBe(true);
  expect(changed(rules('a'), rules('a'))).toBeUndefined();
  expect(changed(rules('a'), defaultPolicy)).toBeUndefined();
});
