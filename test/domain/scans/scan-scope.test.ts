import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readsDependencies, scanTypes } from '@scangate/engines/model/scan-type';
import { appliesToUnit, resolveScanScope, type ScanScopeFacts } from '@scangate/domain/scans/scan-scope';
import { unitTypes } from '@scangate/engines/model/project-unit';

const plain: ScanScopeFacts = { isArtifact: false, hasSastAddon: false };
const codeOf = (requested: Parameters<typeof resolveScanScope>[0], facts: ScanScopeFacts) => {
  try {
    return resolveScanScope(requested, facts).scanTypes;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the full scope', () => {
  test.each([[undefined], [['all']], [['sca', 'all']], [[...scanTypes, 'all']]] as const)(
    'is requested by %j',
    (requested) => {
      const scope = resolveScanScope(requested, plain);
      expect(scope.fullScope).toBe(true);
      expect(scope.scanTypes).toEqual(scanTypes.filter((type) => type !== 'sast'));
    },
  );

  test('lists each skipped type with its reason', () => {
    expect(resolveScanScope(undefined, plain).skippedScanTypes).toEqual([
      { scanType: 'sast', reason: 'sast_addon_required' },
    ]);
    expect(resolveScanScope(undefined, { ...plain, isArtifact: true }).skippedScanTypes).toContainEqual({
      scanType: 'secrets',
      reason: 'not_applicable_to_artifact',
    });
    expect(resolveScanScope(undefined, { ...plain, unitType: 'source' })).toMatchObject({
      scanTypes: ['secrets'],
    });
  });
});

describe('types by name', () => {
  test('run once each in the order of the contract, and none is skipped', () => {
    expect(resolveScanScope(['secrets', 'sca', 'secrets'], plain)).toEqual({
      scanTypes: ['sca', 'secrets'],
      fullScope: false,
      skippedScanTypes: [],
    });
  });

  test.each([
    [['sast'], plain, ['sast']],
    [['sca', 'sast'], plain, ['sca', 'sast']],
    [['sast'], { ...plain, isArtifact: true }, 'scan_type_not_applicable'],
    [['secrets'], { ...plain, isArtifact: true }, 'scan_type_not_applicable'],
    [['sca'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['sbom', 'secrets'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['dependency-advisor'], { ...plain, unitType: 'source' }, 'scan_type_not_applicable'],
    [['secrets'], { ...plain, unitType: 'source' }, ['secrets']],
    [['sca'], { ...plain, unitType: 'npm' }, ['sca']],
    [['sca'], { ...plain, isArtifact: true }, ['sca']],
  ] as const)('%j with %j: %j', (requested, facts, outcome) => {
    expect(codeOf([...requested], facts)).toEqual(outcome);
  });
});

test('a dependency type applies to every unit with a manifest; the other types apply to every unit', () => {
  for (const type of scanTypes) {
    for (const unit of unitTypes)
      expect(appliesToUnit(type, unit)).toBe(!readsDependencies(type) || unit !== 'source');
  }
});

test('whatever is requested, each type runs or is skipped with a reason, or the request is refused', () => {
  fc.assert(
    fc.property(
      fc.option(fc.array(fc.constantFrom(...scanTypes, 'all' as const), { minLength: 1 }), {
        nil: undefined,
      }),
      fc.record({
        isArtifact: fc.boolean(),
        hasSastAddon: fc.boolean(),
        unitType: fc.option(fc.constantFrom(...unitTypes), { nil: undefined }),
      }),
      (requested, facts) => {
        const outcome = codeOf(requested, facts);
        if (typeof outcome === 'string') {
          expect(outcome).toBe('scan_type_not_applicable');
          expect(requested).not.toContain('all');
          return;
        }
        const { skippedScanTypes, fullScope } = resolveScanScope(requested, facts);
        const covered = [...outcome, ...skippedScanTypes.map(({ scanType }) => scanType)];
        const expected = scanTypes.filter((type) => fullScope || requested?.includes(type));
        expect(covered.toSorted()).toEqual([...expected].toSorted());
      },
    ),
  );
});
