import { describe, expect, test } from 'vitest';
import {
  changeOf,
  linesOf,
  listOf,
  percentOf,
  shareOf,
  valueText,
  withoutProposal,
  type Policy,
} from '@scangate/console/routes/policy/policy-draft.ts';

const policy = {
  apiGateSeverityThreshold: 'critical',
  licensePolicy: {
    denyCategories: ['strong-copyleft'],
    deny: [],
    allow: [],
    exceptions: [],
    ignoreDevelopment: false,
  },
  onUnassessed: {},
  neverWaive: [],
} as unknown as Policy;

describe('the edited policy', () => {
  test('sends only what differs, so that nobody overwrites what they did not touch', () => {
    expect(changeOf(policy, policy)).toEqual({});
    expect(changeOf(policy, { ...policy, apiGateSeverityThreshold: 'high' })).toEqual({
      apiGateSeverityThreshold: 'high',
    });
    const licensePolicy = { ...policy.licensePolicy, deny: ['MIT'] };
    expect(changeOf(policy, { ...policy, licensePolicy })).toEqual({ licensePolicy });
  });

  test('never sends the proposal that waits', () => {
    const proposal = { personId: 'p', at: '2026-03-01T00:00:00.000Z' };
    expect(withoutProposal({ ...policy, proposal })).toEqual(policy);
  });

  test('reads a list of lines without empty and repeated ones', () => {
    expect(listOf(' MIT\n\n MIT \r\nApache-2.0')).toEqual(['MIT', 'Apache-2.0']);
    expect(listOf(linesOf(['a', 'b']))).toEqual(['a', 'b']);
    expect(listOf('')).toEqual([]);
  });

  test('takes a chance of exploitation in percent, and none for an empty field', () => {
    expect([percentOf(0.35), percentOf(null), shareOf(35), shareOf(undefined)]).toEqual([
      35,
      undefined,
      0.35,
      null,
    ]);
    expect([shareOf(-3), shareOf(400)]).toEqual([0, 1]);
  });

  test('says any value in words', () => {
    expect(valueText(policy.licensePolicy)).toBe(
      'denyCategories: strong-copyleft; deny: none; allow: none; exceptions: none; ignoreDevelopment: no',
    );
    expect([valueText(null), valueText({}), valueText(true), valueText(90)]).toEqual([
      'none',
      'none',
      'yes',
      '90',
    ]);
  });
});
