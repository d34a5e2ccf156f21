import { expect, test } from 'vitest';
import { findingsOfEachKind, secret } from '../ended-scan.ts';
import { secretDetection } from './gitlab-reports.ts';

test('a secret has its rule, its lines and the commit, and no extract', () => {
  const { vulnerabilities } = secretDetection([[], [secret]]);
  expect(vulnerabilities).toMatchObject([
    {
      name: 'A password in the source',
      severity: 'High',
      identifiers: [{ type: 'scangate_rule', value: 'generic-password' }],
      location: {
        file: 'services/api/src/a b.js',
        start_line: 3,
        end_line: 3,
        commit: { sha: 'c'.repeat(40) },
      },
    },
  ]);
  expect(vulnerabilities[0]).not.toHaveProperty('raw_source_code_extract');
});

test('only secrets are included', () => {
  expect(secretDetection([findingsOfEachKind]).vulnerabilities).toHaveLength(1);
});

test('a secret of several lines has its last one', () => {
  const [found] = secretDetection([[{ ...secret, endLine: 9, endColumn: 1 }]]).vulnerabilities;
  expect(found?.location).toMatchObject({ start_line: 3, end_line: 9 });
});
