import { expect, test } from 'vitest';
import {
  decidePullRequestCheck,
  failedPullRequestCheck,
} from '@scangate/domain/verdict/decide-pull-request-check';
import { pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import { found } from '../comparison/compared-units.ts';

const base = { commitHash: 'b'.repeat(40), verified: true };
const scope = { scanTypes: [], fullScope: true };
const checkOf = (severity: 'low' | 'critical') =>
  decidePullRequestCheck({
    base,
    severityThreshold: 'high',
    unknownSeverityAs: 'high',
    scope,
    comparison: {
      introduced: [found('a', { severity })],
      fixed: [found('b'), found('c')],
      unchanged: [],
    },
    coverageDropped: [],
    suppressionsProposed: [],
  });

test('a sentence says what a check decided and what changed', () => {
  expect(pullRequestSentence(checkOf('low'))).toBe(
    'PASS: it introduces nothing at or above high. Findings: 1 introduced, 2 fixed, 0 unchanged.',
  );
  expect(pullRequestSentence(checkOf('critical'))).toBe(
    'FAIL: it introduces vulnerabilities. Findings: 1 introduced, 2 fixed, 0 unchanged.',
  );
});

test('a check that cannot be decided says why', () => {
  const failed = failedPullRequestCheck('base_not_reviewed', { base, scope });
  expect(pullRequestSentence(failed)).toBe('ERROR: the base is no commit of a reviewed branch.');
});
