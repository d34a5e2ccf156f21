import { describe, expect, test } from 'vitest';
import { absenceOf, type AssessedScope } from '@scangate/domain/tracking/proof-of-absence';
import { pathDigest } from '@scangate/engines/model/digest';
import type { Coverage } from '@scangate/engines/model/coverage';

const secret = { kind: 'secret', file: 'a.txt' } as const;
const vulnerability = { kind: 'vulnerability', file: 'package-lock.json' } as const;
const scopeOf = (entry: Partial<Coverage>, files: AssessedScope['files'] = {}): AssessedScope => ({
  coverage: [{ scanType: 'secrets', status: 'assessed', assessed: 1, gaps: [], ...entry }],
  files,
});
const partial = (gaps: Coverage['gaps'], scanType: Coverage['scanType'] = 'sca') =>
  scopeOf({ scanType, status: 'partial', gaps });

describe('the absence of a finding', () => {
  test('is proven if its type assessed everything, or no longer has anything to assess', () => {
    expect(absenceOf(secret, scopeOf({}))).toBe('proven');
    expect(absenceOf(secret, scopeOf({ status: 'unassessed', nothingToAssess: true }))).toBe('proven');
  });

  test('is not proven by another type, nor by one that assessed nothing', () => {
    expect(absenceOf(vulnerability, scopeOf({}))).toBe('not_assessed');
    expect(absenceOf(secret, scopeOf({ status: 'unassessed' }))).toBe('unknown');
  });

  test.each([
    ['its file was read', { assessed: [pathDigest('a.txt')], unassessed: [] }, 'proven'],
    ['its file is no longer there', { assessed: [], unassessed: ['b.txt'] }, 'proven'],
    ['its file was not read', { assessed: [], unassessed: ['a.txt'] }, 'unknown'],
    ['the list of files is cut', { assessed: [], unassessed: [], truncated: true as const }, 'unknown'],
  ])('of a source file is decided by the file: %s', (_which, secrets, expected) => {
    expect(absenceOf(secret, scopeOf({ status: 'partial' }, { secrets }))).toBe(expected);
  });

  test('of a source file is unknown without a list of files', () => {
    expect(absenceOf(secret, scopeOf({ status: 'partial' }))).toBe('unknown');
  });

  test.each([
    ['of another file', [{ reason: 'not read', file: 'other.lock' }], 'proven'],
    ['of its file', [{ reason: 'not read', file: 'package-lock.json' }], 'unknown'],
    ['among several files', [{ reason: 'not read', files: ['a', 'package-lock.json'] }], 'unknown'],
    ['of files that are not all named', [{ reason: 'not read', files: ['a', 'b'], count: 9 }], 'unknown'],
    ['without a file', [{ reason: 'components without a version', count: 2 }], 'unknown'],
  ])('of a dependency is decided by the gaps: one %s', (_which, gaps, expected) => {
    expect(absenceOf(vulnerability, partial(gaps))).toBe(expected);
  });
});
