import { describe, expect, test } from 'vitest';
import type { ScanType } from '../../lib/domain/scans/scan-type.ts';
import { engineOf } from '../../lib/scanners/engines.ts';
import { proveAwake } from '../../lib/scanners/prove-awake.ts';
import { scanUnit } from '../../lib/scanners/scan-unit.ts';
import { component, engineInput, indexOf, inventory, osvRecord } from './sca/advisory-fixtures.ts';

const matching: ScanType[] = ['sca', 'license', 'dependency-advisor', 'secrets', 'sast'];
const input = () =>
  engineInput(inventory([component()]), indexOf(osvRecord(), osvRecord({ ecosystem: 'PyPI' })));

describe.each(await Promise.all(matching.map(engineOf)))('the $scanType engine', (engine) => {
  test('finds its canary', () => {
    expect(proveAwake(engine, input())).toBe(true);
  });

  test('that finds nothing at all is not believed', () => {
    const asleep = { ...engine, run: () => ({ ...engine.run(input()), findings: [] }) };
    expect(() => proveAwake(asleep, input())).toThrow(
      `the ${engine.scanType} engine did not find its canary`,
    );
  });
});

test('an ecosystem that is found no more is noticed, though others are', async () => {
  const sca = await engineOf('sca');
  const blind: typeof sca = {
    ...sca,
    run: (given) => {
      const { findings, coverage } = sca.run(given);
      return { findings: findings.slice(1), coverage };
    },
  };
  expect(() => proveAwake(blind, input())).toThrow('canary');
});

test('what matches nothing has none, and without advisories there is none to be found', async () => {
  expect(proveAwake(await engineOf('sbom'), input())).toBe(false);
  expect(proveAwake(await engineOf('sca'), engineInput(inventory([]), indexOf()))).toBe(false);
});

test('the coverage of each engine that matches says so, and no canary is among the findings', async () => {
  const scanTypes: ScanType[] = ['sbom', ...matching];
  const order = { projectUnitId: 'u', scanTypes, fullScope: true, skipped: [] };
  const { findings, result } = await scanUnit(order, input());
  expect(result.coverage.map(({ scanType, canary }) => [scanType, canary])).toEqual(
    scanTypes.map((type) => [type, type === 'sbom' ? undefined : 'found']),
  );
  expect(JSON.stringify(findings)).not.toMatch(/canary/i);
});
