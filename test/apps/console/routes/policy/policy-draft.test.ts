import { describe, expect, test } from 'vitest';
import { changeOf, percentOf, settingsOf, shareOf } from '@scangate/console/routes/policy/policy-draft.ts';
import { policyView } from '@scangate/domain/policy/gate-view';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const gate = policyView(defaultPolicy) as Parameters<typeof settingsOf>[0];
const policy = settingsOf(gate);

describe('the edited policy', () => {
  test('sends only the settings that differ, each in its part', () => {
    expect(changeOf(policy, policy)).toEqual({});
    const edited = {
      ...policy,
      apiGateSeverityThreshold: 'high' as const,
      'licensePolicy.deny': ['MIT'],
      'licensePolicy.ignoreDevelopment': true,
      'sourcePolicy.allowedHosts': ['npm.example.com'],
      onUnassessed: { sca: 'fail' as const },
    };
    expect(changeOf(policy, edited)).toEqual({
      apiGateSeverityThreshold: 'high',
      licensePolicy: { deny: ['MIT'], ignoreDevelopment: true },
      sourcePolicy: { allowedHosts: ['npm.example.com'] },
      onUnassessed: { sca: 'fail' },
    });
  });

  test('clears a setting by null, and keeps an unknown one', () => {
    const failOn = { knownExploited: false, epssAtLeast: 0.1, ransomware: true };
    const newer = settingsOf({ ...gate, failOn });
    expect(newer).toHaveProperty(['failOn.ransomware'], true);
    expect(changeOf(newer, { ...newer, 'failOn.epssAtLeast': null })).toEqual({
      failOn: { epssAtLeast: null },
    });
  });

  test('does not include a pending proposal', () => {
    const proposal = { personId: 'p', at: '2026-03-01T00:00:00.000Z' };
    expect(settingsOf({ ...gate, proposal })).toEqual(policy);
  });

  test.each([
    [0.35, '35'],
    [0.07, '7'],
    [0.005, '0.5'],
    [1, '100'],
    [null, ''],
  ])('shows the share %j as %j percent, and reads it back', (share, text) => {
    expect(percentOf(share)).toBe(text);
    expect(shareOf(text)).toBe(share);
  });

  test('accepts a decimal comma, and sends what is not a number as a share that the service refuses', () => {
    expect(shareOf('0,5')).toBe(0.005);
    expect(['-3', 'x', '1e3'].map(shareOf)).toEqual([0, 0, 0]);
  });
});
