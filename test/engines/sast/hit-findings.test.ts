import { expect, test } from 'vitest';
import { placedFindings, unionOf, withFingerprints } from '@scangate/engines/sast/hit-findings';

const hit = (id: string, line: number, supersededBy?: string[]) => ({
  rule: {
    id,
    cwe: 'CWE-1',
    severity: 'high' as const,
    title: id,
    message: id,
    help: '',
    ...(supersededBy && { supersededBy }),
  },
  at: { text: 'run(a)', place: { line, column: 1, start: line * 10 } },
});
const placesOf = (hits: ReturnType<typeof placedFindings>) =>
  hits.map(({ finding: { rule, line } }) => `${rule} ${line}`);

test('a later run over a file adds findings, and those that only an earlier one had stay', () => {
  const earlier = placedFindings('a.js', [hit('a', 1), hit('a', 3), hit('maybe', 2, ['proven'])]);
  const later = placedFindings('a.js', [hit('a', 1), hit('proven', 2)]);
  const union = unionOf(earlier, later);
  expect(placesOf(union)).toEqual(['a 1', 'proven 2', 'a 3']);
  expect(placesOf(unionOf(earlier, []))).toEqual(['a 1', 'maybe 2', 'a 3']);
  const fingerprints = withFingerprints(union).map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(3);
  expect(fingerprints[0]).toBe(withFingerprints(earlier)[0]?.fingerprint);
});
