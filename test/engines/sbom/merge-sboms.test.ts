import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { mergeSboms } from '@scangate/engines/sbom/merge-sboms';
import { inventoryWith, sbomInputOf, ownInventory, parsed } from './sbom-fixtures.ts';

const input = {
  subject: { ref: 'repository', name: 'acme/storefront', version: 'a'.repeat(40), supplier: 'acme' },
  properties: [
    { name: 'scangate:repository', value: 'acme/storefront' },
    { name: 'scangate:commit', value: 'a'.repeat(40) },
  ],
  serialNumber: 'urn:uuid:0f1e2d3c-395b-41f5-a30f-a58921a69b79',
  timestamp: new Date('2026-03-10T12:00:00Z'),
} as const;

const partOf = (inventory: ReturnType<typeof ownInventory>, unitPath: string) => ({
  unitPath,
  document: JSON.parse(buildSbom(sbomInputOf(inventory, unitPath))) as object,
});

test('units with the same packages give one valid document with one component for each package URL', async () => {
  const own = ownInventory();
  const text = mergeSboms([partOf(own, ''), partOf(own, 'web')], input);
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const { components } = parsed(text);
  const unique = new Set(own.components.flatMap(({ purl }) => purl ?? []));
  const local = own.components.filter(({ purl }) => purl === undefined);
  expect(components).toHaveLength(unique.size + 2 * local.length + 2);
  expect(new Set(components.flatMap(({ purl }) => purl ?? []))).toEqual(unique);
  expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(components.length);
});

test('the repository depends on its units, and each unit on its dependencies', () => {
  const inventory = { ...inventoryWith({ dependsOn: ['ref-1'] }, {}), direct: ['ref-0'] };
  const bom = parsed(mergeSboms([partOf(inventory, ''), partOf(inventory, 'services/web')], input));
  expect(bom.metadata.component).toMatchObject({ name: 'acme/storefront', 'bom-ref': 'repository' });
  expect(bom.components.map((component) => [component.type, component['bom-ref']])).toEqual([
    ['application', '.:unit:.'],
    ['library', '.:ref-0'],
    ['library', '.:ref-1'],
    ['application', 'services/web:unit:services/web'],
    ['library', 'services/web:ref-0'],
    ['library', 'services/web:ref-1'],
  ]);
  expect(bom.dependencies).toEqual([
    { ref: 'repository', dependsOn: ['.:unit:.', 'services/web:unit:services/web'] },
    { ref: '.:unit:.', dependsOn: ['.:ref-0'] },
    { ref: '.:ref-0', dependsOn: ['.:ref-1'] },
    { ref: '.:ref-1' },
    { ref: 'services/web:unit:services/web', dependsOn: ['services/web:ref-0'] },
    { ref: 'services/web:ref-0', dependsOn: ['services/web:ref-1'] },
    { ref: 'services/web:ref-1' },
  ]);
});

test('a path with a colon cannot be mistaken for another unit’s ref', () => {
  const bom = parsed(
    mergeSboms(
      [partOf(inventoryWith({ ref: 'b:c' }), 'a'), partOf(inventoryWith({ ref: 'c' }), 'a:b')],
      input,
    ),
  );
  const refs = bom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
});

test('the gaps of a unit stay with the unit', () => {
  const inventory = { ...inventoryWith({}), unread: [{ file: 'Cargo.lock', reason: 'not yet' }] };
  const [unit] = parsed(mergeSboms([partOf(inventory, 'web')], input)).components;
  expect(unit?.properties).toContainEqual({ name: 'scangate:gap', value: 'Cargo.lock: not yet' });
  expect(unit?.properties?.some(({ name }) => name === 'scangate:commit')).toBe(false);
});

test('a unit states the gaps that the whole document does not have', () => {
  const product = { ...input, subject: { ...input.subject, ref: 'bundle' }, properties: [] } as const;
  const [unit] = parsed(mergeSboms([partOf(inventoryWith({}), 'acme/storefront')], product)).components;
  expect(unit?.properties).toContainEqual({ name: 'scangate:commit', value: 'a'.repeat(40) });
});

test('no package of any unit is missing', () => {
  const own = ownInventory();
  const merged = JSON.parse(mergeSboms([partOf(own, 'a'), partOf(own, 'b')], input)) as unknown;
  const purls = inventoryFromSbom(merged).components.flatMap(({ purl }) => purl ?? []);
  expect(new Set(purls)).toEqual(new Set(own.components.flatMap(({ purl }) => purl ?? [])));
});

test('an empty document does not break the others', async () => {
  const text = mergeSboms([{ unitPath: 'odd', document: {} }, partOf(inventoryWith({}), 'web')], input);
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
});
