import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readsDependencies, scanTypes } from '@scangate/engines/model/scan-type';
import { appliesToUnit, resolveScanScope, type ScanScopeFacts } from '@scangate/domain/scans/scan-scope';
import { unitTypes } from '@scangate/engines/model/project-unit';

const plain: ScanScopeFacts = { artifact: false, sastAddon: false };
const codeOf = (asked: Parameters<typeof resolveScanScope>[0], facts: ScanScopeFacts) => {
  try {
    return resolveScanScope(asked, facts).scanTypes;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the full scope', () => {
  test.each([[undefined], [['all']], [['sca', 'all']], [[...scanTypes, 'all']]] as const)(
    'is meant by %j',
    (asked) => {
      const scope = resolveScanScope(asked, plain);
      expect(scope.fullScope).toBe(true);
      expect(scope.scanTypes).toEqual(scanTypes.filter((type) => type !== 'sast'));
    },
  );

  test('lists each type that does not run, with the reason', () => {
    expect(resolveScanScope(undefined, plain).skippedScanTypes).toEqual([
      { scanType: 'sast', reason: 'sast_addon_required' },
    ]);
    expect(resolveScanScope(undefined, { ...plain, artifact: true }).skippedScanTypes).toContainEqual({
      scanType: 'secrets',
      reason: 'not_applicable_to_artifact',
    });
    expect(resolveScanScope(undefined, { ...plain, unitType: 'source' })).toMatchObject({
      scanTypes: ['secrets'],
    });
  });
});

describe('types by name', () => {
  test('run in the order of the contract, once each, and nothing is skipped', () => {
    expect(resolveScanScope(['secrets', 'sca', 'secrets'], plain)).toEqual({
      scanTypes: ['sca', 'secrets'],
      fullScope: false,
      skippedScanTypes: [],
    });
  });

  test.each([
    [['sast'], plain, ['sast']],
    [['sca', 'sast'], plain, ['sca', 'sast']],
    [['sast'], { ...plain, artifact: true }, 'scan_type_not_applicable'],
    [['secrets'], { ...plain, artifact: true }, 'scan_type_not_applicable'],
    [['sca'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['sbom', 'secrets'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['dependency-advisor'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['secrets'], { ...plain, unitType: 'source' }, ['secrets']],
    [['sca'], { ...plain, unitType: 'npm' }, ['sca']],
    [['sca'], { ...plain, artifact: true }, ['sca']],
  ] as const)('%j with %j: %j', (asked, facts, outcome) => {
    expect(codeOf([...asked], facts)).toEqual(outcome);
  });
});

test('a dependency type fits every unit with a manifest, and only those; the others fit everywhere', () => {
  for (const type of scanTypes) {
    for (const unit of unitTypes)
      expect(appliesToUnit(type, unit)).toBe(!readsDependencies(type) || unit !== 'source');
  }
});

test('whatever is asked: a type runs, is skipped with a reason, or the whole is refused', () => {
  fc.assert(
    fc.property(
      fc.option(fc.array(fc.constantFrom(...scanTypes, 'all' as const), { minLength: 1 }), {
        nil: undefined,
      }),
      fc.record({
        artifact: fc.boolean(),
        sastAddon: fc.boolean(),
        unitType: fc.option(fc.constantFrom(...unitTypes), { nil: undefined }),
      }),
      (asked, facts) => {
        const outcome = codeOf(asked, facts);
        if (typeof outcome === 'string') {
          expect(outcome).toBe('scan_type_not_applicable');
          expect(asked).not.toContain('all');
          return;
        }
        const { skippedScanTypes, fullScope } = resolveScanScope(asked, facts);
        const seen = [...outcome, ...skippedScanTypes.map(({ scanType }) => scanType)];
        const wanted = scanTypes.filter((type) => fullScope || asked?.includes(type));
        expect(seen.toSorted()).toEqual([...wanted].toSorted());
      },
    ),
  );
});
