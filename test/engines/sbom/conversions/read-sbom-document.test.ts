import { gunzipSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { bytes, samples, sha, spdx, trivy, xml } from './sample-documents.ts';

describe.each(samples)('%s', (format, sample) => {
  const read = readSbomDocument(bytes(sample));
  const { components } = inventoryFromSbom(read.cycloneDx);
  const byName = new Map(components.map((component) => [component.name, component]));

  test('becomes valid CycloneDX', () => {
    expect(read.format).toBe(format);
    expect(validateSbom(read.cycloneDx)).toEqual([]);
  });

  test('gives the packages with distribution, source package and license', () => {
    expect(components.map(({ name }) => name).sort()).toEqual(['libssl1.1', 'lodash']);
    expect(byName.get('libssl1.1')).toMatchObject({
      ecosystem: 'Debian:11',
      version: '1.1.1n-0+deb11u3',
      license: 'OpenSSL',
    });
    expect(byName.get('libssl1.1')?.sourcePackage?.name).toBe('openssl');
    expect(byName.get('lodash')).toMatchObject({ ecosystem: 'npm', version: '4.17.20', license: 'MIT' });
  });

  test('gives the same for equal bytes', () => {
    expect(readSbomDocument(bytes(sample))).toEqual(read);
  });

  test('is refused or read in part when truncated anywhere, and never throws anything else', () => {
    const whole = Buffer.from(bytes(sample));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        try {
          inventoryFromSbom(readSbomDocument(whole.subarray(0, length)).cycloneDx);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test.each(samples.filter(([format]) => !/syft|trivy/.test(format)))('%s keeps the graph', (_, sample) => {
  const { components } = inventoryFromSbom(readSbomDocument(bytes(sample)).cycloneDx);
  const lodashFound = components.find(({ name }) => name === 'lodash');
  expect(lodashFound?.direct).toBe(true);
  expect(lodashFound?.dependsOn).toHaveLength(1);
  expect(lodashFound?.hashes).toEqual([{ alg: 'SHA-256', content: sha }]);
});

test('the order of packages and relationships does not matter', () => {
  const reversed = {
    ...spdx,
    packages: spdx.packages.toReversed(),
    relationships: spdx.relationships.toReversed(),
  };
  const inventory = (document: unknown) => inventoryFromSbom(readSbomDocument(bytes(document)).cycloneDx);
  expect(inventory(reversed)).toEqual(inventory(spdx));
});

test('cyclic relationships and packages with one id are read', () => {
  const [, a, b] = spdx.packages;
  const edge = (from: string, to: string) => ({
    spdxElementId: from,
    relationshipType: 'DEPENDS_ON',
    relatedSpdxElement: to,
  });
  const document = {
    ...spdx,
    packages: [a, b, b],
    relationships: [
      edge('SPDXRef-a', 'SPDXRef-b'),
      edge('SPDXRef-b', 'SPDXRef-a'),
      edge('SPDXRef-a', 'SPDXRef-a'),
    ],
  };
  const { cycloneDx } = readSbomDocument(bytes(document));
  expect(validateSbom(cycloneDx)).toEqual([]);
  expect(inventoryFromSbom(cycloneDx).components).toHaveLength(3);
});

describe('a development dependency in SPDX', () => {
  const names = ['app', 'jest', 'lodash', 'ms'];
  const scopesOf = (...relationships: string[]) => {
    const document = {
      spdxVersion: 'SPDX-2.3',
      packages: names.map((name) => ({
        SPDXID: `SPDXRef-${name}`,
        name,
        externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:npm/${name}@1.0.0` }],
      })),
      relationships: ['DOCUMENT DESCRIBES app', ...relationships].map((each) => {
        const [from, relationshipType, to] = each.split(' ');
        return { spdxElementId: `SPDXRef-${from}`, relationshipType, relatedSpdxElement: `SPDXRef-${to}` };
      }),
    };
    const { components } = inventoryFromSbom(readSbomDocument(bytes(document)).cycloneDx);
    return components.filter(({ scope }) => scope === 'dev').map(({ name }) => name);
  };

  test('is one that only development needs', () => {
    expect(scopesOf('jest DEV_DEPENDENCY_OF app', 'lodash TEST_DEPENDENCY_OF jest')).toEqual([
      'jest',
      'lodash',
    ]);
    expect(scopesOf('jest DEV_DEPENDENCY_OF app', 'lodash DEV_DEPENDENCY_OF app')).toEqual([
      'jest',
      'lodash',
    ]);
  });

  test.each(['app DEPENDS_ON lodash', 'lodash DEPENDENCY_OF app', 'lodash RUNTIME_DEPENDENCY_OF ms'])(
    'is none where another relationship says so: %s',
    (other) => {
      const relationships = ['jest DEV_DEPENDENCY_OF app', 'lodash DEV_DEPENDENCY_OF app', other];
      expect(scopesOf(...relationships)).toEqual(['jest']);
      expect(scopesOf(...relationships.toReversed())).toEqual(['jest']);
    },
  );

  test('stays one where only development dependencies need it, too', () => {
    const both = ['jest DEV_DEPENDENCY_OF app', 'lodash DEV_DEPENDENCY_OF app', 'jest DEPENDS_ON lodash'];
    expect(scopesOf(...both)).toEqual(['jest', 'lodash']);
    expect(scopesOf(...both, 'lodash DEPENDS_ON jest')).toEqual(['jest', 'lodash']);
    expect(scopesOf(...both, 'app DEPENDS_ON jest')).toEqual([]);
  });
});

test('of a repeated member the last one counts', () => {
  const text = JSON.stringify(spdx).replace('{', '{"spdxVersion":"SPDX-1.0",');
  expect(readSbomDocument(bytes(text)).format).toBe('SPDX 2 JSON');
});

const entities = xml('1.4').replace('<bom', '<!DOCTYPE bom [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><bom');

test.each([
  ['XML with its own entities', entities, 'entities'],
  ['XML of another kind', '<project/>', 'not a CycloneDX document'],
  ['XML that is nested too deeply', `<bom>${'<a>'.repeat(1000)}`, 'nested deeper'],
  ['SPDX 2.1', { ...spdx, spdxVersion: 'SPDX-2.1' }, 'version is not supported'],
  ['an empty document', '', 'not CycloneDX, SPDX'],
  ['JSON of no format', { packages: [] }, 'an unknown format'],
  ['JSON that is nested too deeply', '['.repeat(100_000), 'JSON'],
  ['SPDX without packages', { ...spdx, packages: [] }, 'lists no packages'],
  ['a trivy report without packages', { ...trivy, Results: [{ Target: 'x' }] }, '--list-all-pkgs'],
  ['members of other types', { ...spdx, packages: { length: 9 }, relationships: 'x' }, 'lists no packages'],
])('%s is refused with the reason', (_, document, reason) => {
  expect(() => readSbomDocument(bytes(document))).toThrow(UnreadableFile);
  expect(() => readSbomDocument(bytes(document))).toThrow(reason);
});

test.each([
  ['UTF-16', Buffer.from(JSON.stringify(spdx), 'utf16le').fill(0xff, 0, 1)],
  ['gzip', gzipSync(JSON.stringify(spdx))],
])('%s is refused as not UTF-8', (name, content) => {
  if (name === 'gzip') expect(gunzipSync(content).length).toBeGreaterThan(0);
  expect(() => readSbomDocument(content)).toThrow('not UTF-8');
});

test('a byte order mark is not part of the document', () => {
  expect(readSbomDocument(Buffer.from(`\uFEFF${JSON.stringify(spdx)}`)).format).toBe('SPDX 2 JSON');
});

test.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
  'equal elements of XML %s are valid, as its schema says, and listed once',
  (version) => {
    const tool = '<tool><vendor>v</vendor><name>t</name><version>1</version></tool>';
    const part = (about: string) =>
      `<component type="library"><name>b</name><version>2</version><description>${about}</description></component>`;
    const owner = `<component type="library" bom-ref="a"><name>a</name><version>1</version><components>${part('x')}${part('y')}</components></component>`;
    const composition = (ref: string) =>
      `<composition><aggregate>complete</aggregate><assemblies><assembly ref="${ref}"/></assemblies></composition>`;
    const document = `<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1">
<metadata><tools>${tool}${tool}</tools></metadata>
<components>${owner}${part('x')}${part('y')}${part('x')}</components>
<dependencies><dependency ref="a"><dependency ref="b"/><dependency ref="b"/></dependency><dependency ref="a"><dependency ref="b"/></dependency></dependencies>
<compositions>${composition('a')}${composition('b')}</compositions></bom>`;
    const { cycloneDx } = readSbomDocument(Buffer.from(document));
    expect(validateSbom(cycloneDx)).toEqual([]);
    const once = { type: 'library', name: 'b', version: '2' };
    expect(cycloneDx).toMatchObject({
      components: [{ name: 'a', components: [once] }, once],
      dependencies: [{ ref: 'a', dependsOn: ['b'] }],
    });
    const { components } = inventoryFromSbom(cycloneDx);
    expect(components.map(({ name }) => name).sort()).toEqual(['a', 'b', 'b']);
  },
);
