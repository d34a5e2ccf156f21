import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput, indexOf } from '../engines/sca/advisory-fixtures.ts';
import { secretsIn } from '../engines/secrets/scan-secrets.ts';
import { advisoryRecords, pnpmLock, sbomDocument, unitOfPackages } from './dependency-input.ts';
import { sizeOf, sourceTree } from './source-tree.ts';

test('a source tree is deterministic, has the requested size and every language, and contains no secret', () => {
  const tree = sourceTree(300_000);
  expect([...sourceTree(300_000)]).toEqual([...tree]);
  expect(sizeOf(tree)).toBeGreaterThanOrEqual(300_000);
  expect(sizeOf(tree)).toBeLessThan(350_000);
  const endings = new Set([...tree.keys()].map((path) => path.replace(/^.*\./, '')));
  for (const ending of ['ts', 'js', 'py', 'java', 'go', 'yml', 'json', 'md'])
    expect(endings).toContain(ending);
  expect(secretsIn(Object.fromEntries(tree))).toEqual([]);
});

test('a generated lockfile is read completely', () => {
  const text = pnpmLock(50_000);
  expect(text.length).toBeGreaterThanOrEqual(50_000);
  const { components, unread, notes } = readUploadedLockfile('pnpm-lock.yaml', text);
  expect([unread, notes]).toEqual([[], []]);
  expect(components).toHaveLength(text.match(/resolution:/g)!.length);
  expect(components.filter(({ direct }) => direct)).toHaveLength(1);
});

test('a generated SBOM is valid and read completely', () => {
  const text = sbomDocument(50_000);
  expect(text.length).toBeGreaterThanOrEqual(50_000);
  const document: unknown = JSON.parse(text);
  expect(validateSbom(document)).toEqual([]);
  expect(inventoryFromSbom(document).components).toHaveLength(text.match(/"bom-ref"/g)!.length);
});

test('generated advisories affect some but not all of the generated packages', () => {
  const { findings } = scaEngine.run(engineInput(unitOfPackages(300), indexOf(...advisoryRecords(300))));
  expect(findings.length).toBeGreaterThan(10);
  expect(findings.length).toBeLessThan(150);
});
