import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { describe, expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { inventoryWith, sbomInputOf, ownInventory, parsed } from './sbom-fixtures.ts';

/** The official schema in CycloneDX's own validator. */
const official = new JsonStrictValidator(Version.v1dot6);

describe('the document of a real unit', () => {
  const own = ownInventory();
  const text = buildSbom(sbomInputOf(own));
  const bom = parsed(text);

  test('is valid by the official schema of CycloneDX 1.6', async () => {
    expect(await official.validate(text)).toBeNull();
  });

  test('has every component, with known purl, license and hash', () => {
    // A package that stands in the lockfile twice is one component, with what either place knows.
    const unique = [...Map.groupBy(own.components, ({ purl, ref }) => purl ?? ref).values()];
    expect(bom.components.map(({ purl }) => purl)).toEqual(unique.map(([first]) => first?.purl));
    const counted = (has: (component: (typeof bom.components)[number]) => unknown): number =>
      bom.components.filter(has).length;
    expect(counted(({ licenses }) => licenses)).toBe(
      unique.filter((places) => places.some(({ license }) => license)).length,
    );
    expect(counted(({ hashes }) => hashes)).toBe(
      unique.filter((places) => places.some(({ hashes }) => hashes.length > 0)).length,
    );
  });

  test('has the complete dependency graph', () => {
    const refs = new Set([...bom.components.map((component) => component['bom-ref']), 'unit:.']);
    const edges = bom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
    const packageOf = new Map(own.components.map(({ ref, purl }) => [ref, purl ?? ref]));
    const pairs = own.components.flatMap(({ ref, dependsOn }) =>
      dependsOn.map((to) => `${packageOf.get(ref)} ${packageOf.get(to)}`),
    );
    const direct = [...new Set(own.direct.map((ref) => packageOf.get(ref)))];
    expect(edges).toHaveLength(new Set(pairs).size + direct.length);
    expect(edges.filter((ref) => !refs.has(ref))).toEqual([]);
    expect(bom.dependencies.find(({ ref }) => ref === 'unit:.')?.dependsOn?.toSorted()).toEqual(
      direct.toSorted(),
    );
  });

  test('is deterministic', () => {
    expect(buildSbom(sbomInputOf(ownInventory()))).toBe(text);
  });

  test('names repository and commit', () => {
    expect(bom.metadata.component).toMatchObject({ name: 'acme/storefront', version: 'a'.repeat(40) });
    expect(bom.metadata.properties).toContainEqual({ name: 'scangate:commit', value: 'a'.repeat(40) });
  });

  test('gives the same inventory when read back', () => {
    const kept = ({ components }: ReturnType<typeof ownInventory>) =>
      components.map(({ purl, name, version, scope, license, hashes, dependsOn }) => ({
        purl,
        name,
        version,
        scope,
        license,
        hashes,
        dependsOn,
      }));
    const back = inventoryFromSbom(bom);
    const purls = ({ components }: typeof back) => new Set(components.map(({ ref, purl }) => purl ?? ref));
    expect(purls(back)).toEqual(purls(own));
    expect(back.direct).toHaveLength(
      bom.dependencies.find(({ ref }) => ref === 'unit:.')?.dependsOn?.length ?? 0,
    );
    expect(kept(inventoryFromSbom(parsed(buildSbom(sbomInputOf(back)))))).toEqual(kept(back));
  });
});

test.each([
  ['required', 'required'],
  ['optional', 'optional'],
  ['dev', 'excluded'],
] as const)('scope %s becomes %s', (scope, stated) => {
  const [component] = parsed(buildSbom(sbomInputOf(inventoryWith({ scope, ecosystem: 'npm' })))).components;
  expect(component?.scope).toBe(stated);
  expect(component?.properties?.[0]?.name).toBe(scope === 'dev' ? 'cdx:npm:package:development' : undefined);
});

test.each([
  ['npm', '@scope/name', '@scope', 'name'],
  ['Maven', 'org.example:name', 'org.example', 'name'],
  ['Packagist', 'vendor/name', 'vendor', 'name'],
  ['Go', 'example.com/a/b', undefined, 'example.com/a/b'],
  ['npm', 'plain', undefined, 'plain'],
] as const)('%s %s has group %s and name %s', (ecosystem, name, group, rest) => {
  const [component] = parsed(buildSbom(sbomInputOf(inventoryWith({ ecosystem, name })))).components;
  expect(component).toMatchObject({ name: rest });
  expect(component?.group).toBe(group);
});

test('hashes of several files of a release are all listed', () => {
  const hashes = [
    { alg: 'SHA-256' as const, content: 'ab'.repeat(32) },
    { alg: 'SHA-256' as const, content: 'cd'.repeat(32) },
    { alg: 'SHA-512' as const, content: 'ef'.repeat(64) },
  ];
  const [component] = parsed(buildSbom(sbomInputOf(inventoryWith({ hashes })))).components;
  expect(component?.hashes).toEqual(hashes);
});

describe('licenses', () => {
  test.each([
    ['MIT', { license: { id: 'MIT' } }],
    ['apache-2.0', { license: { id: 'Apache-2.0' } }],
    ['(MIT OR Apache-2.0)', { expression: '(MIT OR Apache-2.0)' }],
    ['LicenseRef-own', { expression: 'LicenseRef-own' }],
    ['SEE LICENSE IN terms.md', { license: { name: 'SEE LICENSE IN terms.md' } }],
    ['UNLICENSED', { license: { name: 'UNLICENSED' } }],
    ['MIT WITH nothing', { license: { name: 'MIT WITH nothing' } }],
    ['constructor', { license: { name: 'constructor' } }],
    ['__proto__', { license: { name: '__proto__' } }],
    ['('.repeat(2000), { license: { name: '('.repeat(2000) } }],
  ])('%s is written as id, expression or name in a valid document', async (license, stated) => {
    const text = buildSbom(sbomInputOf(inventoryWith({ license })));
    expect(parsed(text).components[0]?.licenses).toEqual([stated]);
    expect(await official.validate(text)).toBeNull();
  });

  test('a better known license replaces the stated one', () => {
    const input = {
      ...sbomInputOf(inventoryWith({ license: 'X' }, {})),
      licenses: new Map([
        ['ref-0', 'MIT'],
        ['ref-1', 'ISC'],
      ]),
    };
    expect(parsed(buildSbom(input)).components.map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'MIT' } }],
      [{ license: { id: 'ISC' } }],
    ]);
  });
});

test('gaps are part of the document', () => {
  const inventory = {
    ...inventoryWith({}),
    unread: [{ file: 'Cargo.lock', reason: 'this format is not supported yet' }],
    notes: Array.from({ length: 500 }, (_, n) => ({ file: `f${n}`, reason: 'odd' })),
  };
  const gaps = parsed(buildSbom(sbomInputOf(inventory))).metadata.properties.filter(
    ({ name }) => name === 'scangate:gap',
  );
  expect(gaps[0]?.value).toBe('Cargo.lock: this format is not supported yet');
  expect(gaps).toHaveLength(100);
});

test('a component with the unit’s ref does not replace the unit', async () => {
  const inventory = { ...inventoryWith({ ref: 'unit:.' }), direct: ['unit:.'] };
  const text = buildSbom(sbomInputOf(inventory));
  expect(parsed(text).metadata.component['bom-ref']).toBe('unit:.#');
  expect(parsed(text).dependencies[0]).toEqual({ ref: 'unit:.#', dependsOn: ['unit:.'] });
  expect(await official.validate(text)).toBeNull();
});

test('an empty inventory and a local component without purl and version make a valid document', async () => {
  expect(await official.validate(buildSbom(sbomInputOf(inventoryWith())))).toBeNull();
  expect(await official.validate(buildSbom(sbomInputOf(inventoryWith({ local: true }))))).toBeNull();
});
