import { describe, expect, test } from 'vitest';
import { incompleteTypes, missingScanTypes } from '@scangate/domain/verdict/incomplete-coverage';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';

const entry = (
  scanType: ScanType,
  status: 'assessed' | 'partial' | 'unassessed',
  nothingToAssess?: true,
) => ({
  scanType,
  status,
  ...(nothingToAssess && { nothingToAssess }),
});
const fullScope = { scanTypes: [...scanTypes], fullScope: true };
const byName = (...types: ScanType[]) => ({ scanTypes: types, fullScope: false });

describe('without a policy', () => {
  test('the full scope reports what was not assessed', () => {
    expect(
      incompleteTypes([entry('secrets', 'unassessed'), entry('sca', 'unassessed')], {}, fullScope),
    ).toEqual([]);
  });

  test.each(['secrets', 'sast'] as const)(
    '%s requested by name fails when all of it is unassessed',
    (type) => {
      expect(incompleteTypes([entry(type, 'unassessed')], {}, byName(type))).toEqual([type]);
      expect(incompleteTypes([entry(type, 'partial')], {}, byName(type))).toEqual([]);
      expect(incompleteTypes([entry(type, 'unassessed'), entry(type, 'assessed')], {}, byName(type))).toEqual(
        [],
      );
    },
  );

  test('a commit without anything to assess passes', () => {
    expect(incompleteTypes([entry('sast', 'unassessed', true)], {}, byName('sast'))).toEqual([]);
  });

  test('dependency types requested by name keep their own failure', () => {
    expect(incompleteTypes([entry('sca', 'unassessed')], {}, byName('sca'))).toEqual([]);
  });
});

describe('a policy', () => {
  test('fails partial assessments as well', () => {
    const policy = { onUnassessed: { sca: 'fail', license: 'report' } } as const;
    const entries = [entry('sca', 'partial'), entry('license', 'unassessed')];
    expect(incompleteTypes(entries, policy, fullScope)).toEqual(['sca']);
    expect(incompleteTypes([entry('sca', 'unassessed', true)], policy, fullScope)).toEqual([]);
  });

  test('may only report what fails by default', () => {
    const policy = { onUnassessed: { secrets: 'report' } } as const;
    expect(incompleteTypes([entry('secrets', 'unassessed')], policy, byName('secrets'))).toEqual([]);
  });
});

test('a scan misses the required types that did not run; the full scope is required by default', () => {
  expect(missingScanTypes({}, fullScope)).toEqual([]);
  expect(missingScanTypes({}, { scanTypes: ['sca'], fullScope: true })).toEqual([]);
  expect(missingScanTypes({}, byName('sca'))).toEqual([
    'sbom',
    'license',
    'dependency-advisor',
    'secrets',
    'sast',
  ]);
  expect(missingScanTypes({ requiredScanTypes: ['sca', 'sast'] }, byName('sca'))).toEqual(['sast']);
});
