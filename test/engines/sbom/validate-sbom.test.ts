import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StructureNumbers } from '@scangate/engines/sbom/unique-items';
import { supportedVersions, validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { processorMs } from '#test/support/processor-time.ts';
import { runs } from '#test/support/runs/samples.ts';

const documentOf = (specVersion: string, more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion,
  version: 1,
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  ...more,
});

const library = (name: unknown, more: object = {}) => ({ type: 'library', name, version: '1.0.0', ...more });

const pointersOf = (document: unknown): string[] => validateSbom(document).map(({ pointer }) => pointer);

describe.each([...supportedVersions])('version %s', (version) => {
  test('accepts a valid document', () => {
    const document = documentOf(version, {
      metadata: {
        timestamp: '2026-03-10T12:00:00Z',
        authors: [{ name: 'ops', email: 'ops@example.com' }],
        component: library('root', { 'bom-ref': 'root' }),
      },
      components: [
        library('a', {
          'bom-ref': 'a',
          purl: 'pkg:npm/a@1.0.0',
          hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
          licenses: [{ license: { id: 'MIT' } }],
          components: [library('b', { licenses: [{ expression: 'MIT OR ISC' }] })],
          externalReferences: [{ type: 'website', url: 'https://example.com' }],
        }),
      ],
      dependencies: [{ ref: 'root', dependsOn: ['a'] }],
    });
    expect(validateSbom(document)).toEqual([]);
  });

  test('reports each violation with a pointer', () => {
    const document = documentOf(version, {
      metadata: { timestamp: 'yesterday' },
      components: [
        library('fine'),
        library(7),
        library('a', { scope: 'sometimes' }),
        { name: 'typeless', version: '1' },
        library('b', { hashes: [{ alg: 'SHA-256', content: 'zz' }] }),
        library('c', { licenses: [{ license: { id: 'No-Such-License' } }] }),
      ],
      dependencies: [{ dependsOn: [] }],
    });
    expect(pointersOf(document).sort()).toEqual([
      '/components/1/name',
      '/components/2/scope',
      '/components/3/type',
      '/components/4/hashes/0/content',
      '/components/5/licenses/0/license/id',
      '/dependencies/0/ref',
      '/metadata/timestamp',
    ]);
  });

  test('finds equal components in any order of members', () => {
    const document = documentOf(version, {
      components: [library('a'), library('b'), { version: '1.0.0', name: 'a', type: 'library' }],
    });
    expect(validateSbom(document)[0]).toMatchObject({ pointer: '/components', code: 'uniqueItems' });
  });
});

describe('a document that is not CycloneDX of a supported version', () => {
  test.each<[string, unknown, string, string]>([
    ['SPDX', { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT' }, '/bomFormat', 'SPDX'],
    ['SPDX 3', { '@context': 'x', '@graph': [] }, '/bomFormat', 'SPDX'],
    ['XML', '<?xml version="1.0"?><bom/>', '', 'XML'],
    ['a text', 'hello', '', 'text'],
    ['a list', [], '', 'not an object'],
    ['nothing', null, '', 'not an object'],
    ['another format', { bomFormat: 'SWID' }, '/bomFormat', 'not a CycloneDX document'],
    ['a future version', documentOf('9.9'), '/specVersion', '9.9'],
    ['a version before JSON', documentOf('1.1'), '/specVersion', '1.1'],
    [
      'a version that is a number',
      { ...documentOf('1.6'), specVersion: 1.6 },
      '/specVersion',
      'no specVersion',
    ],
    [
      'a version named like a member of all objects',
      documentOf('constructor'),
      '/specVersion',
      'constructor',
    ],
  ])('%s is rejected with the accepted versions', (_, document, pointer, word) => {
    const problems = validateSbom(document);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.pointer).toBe(pointer);
    expect(problems[0]?.detail).toContain(word);
    expect(problems[0]?.detail).toContain('1.2, 1.3, 1.4, 1.5, 1.6, 1.7');
  });
});

describe('violations', () => {
  test('are at most 20, with correct pointers', () => {
    const components = Array.from({ length: 5000 }, (_, n) => (n % 2 ? library(`n${n}`) : library(n)));
    expect(pointersOf(documentOf('1.6', { components }))).toEqual(
      Array.from({ length: 20 }, (_, n) => `/components/${2 * n}/name`),
    );
  });

  test('include an unknown member and others next to it', () => {
    const document = documentOf('1.6', { 'x/y~z': 1, components: [library('a', { color: 'red' })] });
    expect(pointersOf(document)).toEqual(['/x~1y~0z', '/components/0/color']);
  });

  test('list allowed values', () => {
    const [problem] = validateSbom(documentOf('1.6', { components: [library('a', { scope: 'x' })] }));
    expect(problem).toEqual({
      pointer: '/components/0/scope',
      code: 'enum',
      detail: 'This must be one of: required, optional, excluded.',
    });
  });

  test('stay short for a hostile name', () => {
    const problems = validateSbom(documentOf('1.6', { ['x'.repeat(1_000_000)]: 1 }));
    expect(JSON.stringify(problems).length).toBeLessThan(1000);
  });
});

describe('hostile documents', () => {
  test('a document that is too deep is rejected before validation', () => {
    let deep: object = library('leaf');
    for (let depth = 0; depth < 50_000; depth += 1) deep = library('n', { components: [deep] });
    expect(validateSbom(documentOf('1.6', { components: [deep] }))[0]?.code).toBe('too_deep');
  });

  test('nested components are compared in linear time', () => {
    let nested: object = library('leaf', {
      properties: Array.from({ length: 20_000 }, (_, n) => ({ name: `p${n}` })),
    });
    for (let depth = 0; depth < 60; depth += 1) nested = library('n', { components: [nested] });
    const begun = processorMs();
    expect(validateSbom(documentOf('1.6', { components: [nested] }))).toEqual([]);
    expect(processorMs() - begun).toBeLessThan(5000);
  });

  test('60,000 components are compared in linear time', () => {
    const components = Array.from({ length: 60_000 }, (_, n) =>
      library(`p${n}`, { licenses: [{ license: { id: 'MIT' } }] }),
    );
    const begun = processorMs();
    expect(validateSbom(documentOf('1.6', { components }))).toEqual([]);
    expect(processorMs() - begun).toBeLessThan(15_000);
  });

  test('a very long URL is rejected quickly', () => {
    const authors = [{ name: 'a', email: `${'a.'.repeat(1_000_000)}@b.c` }];
    expect(pointersOf(documentOf('1.6', { metadata: { authors } }))).toEqual(['/metadata/authors/0/email']);
  });

  test('__proto__ is an ordinary unknown member', () => {
    const text =
      '{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"type": "library", "name": "a", "__proto__": {"x": 1}}]}';
    expect(pointersOf(JSON.parse(text))).toEqual(['/components/0/__proto__']);
    expect({}).not.toHaveProperty('x');
  });

  test('any input gets a result without throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...supportedVersions), fc.jsonValue(), fc.jsonValue(), (version, a, b) => {
        const document = documentOf(version, {
          components: [a, { type: a, name: b, components: a }],
          metadata: b,
        });
        expect(validateSbom(document).length).toBeLessThanOrEqual(20);
        expect(validateSbom(a).length).toBeGreaterThan(0);
      }),
    );
  });
});

test('two values have the same number exactly if they are the same JSON', () => {
  const canonical = (value: unknown): string =>
    JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  // Uses few different leaves, so that equal values occur, and no zero, of which JSON has two.
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, true, 1, '1', '', 'a'), tie('list'), tie('table')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    table: fc.dictionary(fc.constantFrom('a', 'b', '1'), tie('value')),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (items) => {
      const numbers = new StructureNumbers();
      const forms = items.map(canonical);
      const numbered = items.map((item) => numbers.numberOf(item));
      for (const [i, form] of forms.entries())
        for (const [j, other] of forms.entries()) expect(numbered[i] === numbered[j]).toBe(form === other);
      expect(numbers.areUnique(items)).toBe(new Set(forms).size === items.length);
    }),
    { numRuns: runs(1000) },
  );
});
