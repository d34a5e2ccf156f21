import { expect, test } from 'vitest';
import { code, endedScan, findingsOfEachKind, suppressed } from '../ended-scan.ts';
import { sast } from './gitlab-reports.ts';

test('a weakness has its rule, its CWE, its lines and its data flow', () => {
  expect(sast([[], [{ ...code, endLine: 14 }]]).vulnerabilities).toMatchObject([
    {
      name: 'Reflected cross-site scripting',
      severity: 'Medium',
      solution: expect.stringContaining('Escape what is written'),
      identifiers: [
        { type: 'scangate_rule', value: 'js/reflected-xss' },
        { type: 'cwe', name: 'CWE-79', value: '79', url: 'https://cwe.mitre.org/data/definitions/79.html' },
      ],
      location: { file: 'services/api/src/app.js', start_line: 12, end_line: 14 },
      details: {
        code_flows: {
          items: [
            [
              { node_type: 'source', file_location: { line_start: 10 } },
              { node_type: 'sink', file_location: { line_start: 12 } },
            ],
          ],
        },
      },
    },
  ]);
});

test('the steps of a data flow in other files have their own paths', () => {
  const flow = [{ file: 'src/routes.js', line: 3, column: 1, message: 'read' }, ...(code.flow ?? [])];
  expect(sast([[], [{ ...code, flow }]]).vulnerabilities).toMatchObject([
    {
      details: {
        code_flows: {
          items: [
            [
              { file_location: { file_name: 'services/api/src/routes.js', line_start: 3 } },
              { file_location: { file_name: 'services/api/src/app.js' } },
              {},
            ],
          ],
        },
      },
    },
  ]);
});

test('only weaknesses in code are included', () => {
  expect(sast([findingsOfEachKind]).vulnerabilities).toHaveLength(1);
});

test('an invalid CWE is not an identifier', () => {
  const [found] = sast([[{ ...code, cwe: 'CWE-x' }]]).vulnerabilities;
  expect(found?.identifiers).toHaveLength(1);
});

test('a finding for auditors is information', () => {
  expect(sast([[{ ...code, confidence: 'low' }]]).vulnerabilities).toMatchObject([{ severity: 'Info' }]);
});

test('ids and signatures stay when the code moves, and distinguish equal findings', () => {
  const identity = (line: number) =>
    sast([[{ ...code, line }], [{ ...code, line }]]).vulnerabilities.map(({ id, tracking }) => [
      id,
      tracking?.items[0]?.signatures[0]?.value,
    ]);
  expect(identity(12)).toEqual(identity(120));
  expect(new Set(identity(12).flat()).size).toBe(4);
});

test('what is suppressed is left out, and counted', () => {
  const { vulnerabilities, scan } = sast([[suppressed(code)]]);
  expect(vulnerabilities).toEqual([]);
  expect(scan.messages).toContainEqual({
    level: 'info',
    value: '1 findings are suppressed or waived, and left out.',
  });
});

test('times have no zone and fractions; a scan that did not complete is a failure', () => {
  const { start_time, end_time, status } = sast([[]]).scan;
  expect([start_time, end_time, status]).toEqual(['2026-03-10T12:00:01', '2026-03-10T12:01:00', 'success']);
  const failed = { status: 'failed', verdict: { ...endedScan().verdict, verdict: 'ERROR' } } as const;
  expect(sast([[]], failed).scan.status).toBe('failure');
});
