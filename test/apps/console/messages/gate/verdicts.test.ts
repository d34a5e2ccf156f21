import { describe, expect, test } from 'vitest';
import type { VerdictReason } from '@scangate/domain/verdict/verdict';
import { errorCodes } from '@scangate/engines/model/failure';
import {
  errorCodeWords,
  reasonWords,
  verdictWords,
  wordFor,
} from '@scangate/console/messages/gate/verdicts.ts';

const threshold = 'high';

/** A reason that the service gains does not compile without an entry here. */
const sentences: Record<VerdictReason | 'wait_timeout', string> = {
  critical_vulnerabilities_found: 'Critical vulnerabilities',
  vulnerabilities_above_threshold: 'Vulnerabilities at high or above',
  critical_secrets_found: 'Critical secrets',
  secrets_above_threshold: 'Secrets at high or above',
  non_compliant_licenses_found: 'Licenses that are not compliant',
  coverage_incomplete: 'Not everything was assessed',
  no_issues_found: 'Nothing at high or above',
  scan_failed: 'The scan failed',
  wait_timeout: 'Still running',
};

describe('verdicts and reasons', () => {
  test.each(Object.entries(sentences))('%s has a text', (reason, words) => {
    expect(reasonWords(reason, threshold)).toBe(words);
  });

  test('every reason with a text exists in the service', () => {
    expect(Object.keys(verdictWords.reasons).toSorted()).toEqual(Object.keys(sentences).toSorted());
  });

  test('PASS at the threshold critical says critical once', () => {
    expect(reasonWords('no_issues_found', 'critical')).toBe('Nothing at critical');
    expect(reasonWords('no_issues_found')).toBe('Nothing at critical');
  });

  test('an unknown reason is spelled out, and never an error', () => {
    expect(reasonWords('malware_found')).toBe('Malware found');
    expect(reasonWords('__proto__')).toBe('Proto');
    expect(reasonWords('constructor')).toBe('Constructor');
    expect(reasonWords('')).toBe('');
    expect(wordFor(verdictWords.statuses, 'paused_by_host')).toBe('Paused by host');
  });

  test.each(errorCodes)('%s says what happened and what to do', (code) => {
    const { what, help } = errorCodeWords(code);
    expect([what.length > 10, help.endsWith('.')]).toEqual([true, true]);
  });

  test('an unknown error code has a text, too', () => {
    expect(errorCodeWords('quota_of_host')).toEqual({ what: 'Quota of host', help: '' });
  });
});
