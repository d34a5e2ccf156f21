import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bomSchemas } from '@scangate/engines/sbom/cyclonedx-schemas';
import { bomVersions } from '@scangate/engines/sbom/validation/check-head';
import { validateSbomBytes } from '@scangate/engines/sbom/validation/validate-sbom-bytes';
import { supportedVersions, validateSbom } from '@scangate/engines/sbom/validate-sbom';

const documentOf = (more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  ...more,
});
const library = (name: unknown, more: object = {}) => ({ type: 'library', name, version: '1.0.0', ...more });
const validateText = (text: string) => validateSbomBytes(Buffer.from(text));
const violationsOf = (document: unknown) => validateText(JSON.stringify(document));

test('every version that is accepted has a schema', () => {
  expect([...bomSchemas.keys()]).toEqual([...bomVersions]);
});

test.each([...supportedVersions])(
  'a document of version %s is validated as it is as a value',
  async (specVersion) => {
    const valid = { ...documentOf({ components: [library('a')] }), specVersion };
    expect(await violationsOf(valid)).toEqual([]);
    const invalid = {
      ...valid,
      components: [library('a'), library(1)],
      metadata: { timestamp: 'x' },
      'x/y': 1,
    };
    expect(await violationsOf(invalid)).toEqual(validateSbom(invalid));
  },
);

test('a document of any content has the same violations as its value', async () => {
  const name = fc.oneof(fc.constantFrom('a', 'b', 'é', '字', '🦀'), fc.jsonValue({ maxDepth: 2 }));
  const document = fc.record({
    components: fc.array(name.map((each) => library(each))),
    dependencies: fc.oneof(fc.array(fc.record({ ref: name })), fc.jsonValue({ maxDepth: 2 })),
    metadata: fc.oneof(fc.constant({}), fc.jsonValue({ maxDepth: 2 })),
  });
  await fc.assert(
    fc.asyncProperty(document, async (content) => {
      expect(await violationsOf(documentOf(content))).toEqual(validateSbom(documentOf(content)));
    }),
    { numRuns: 30 },
  );
});

test.each([null, [], 'text', 1, {}, { bomFormat: 'SWID' }, documentOf({ specVersion: '9.9' })])(
  'another document is refused with the same reason as its value: %j',
  async (document) => {
    expect(await violationsOf(document)).toEqual(validateSbom(document));
  },
);

test('characters beyond ASCII are read as they are, escaped or not', async () => {
  const document = documentOf({ 'é字🦀': 1, components: [{ type: '字🦀é', name: 'ü' }] });
  const expected = validateSbom(document);
  expect(JSON.stringify(expected)).toContain('é字🦀');
  expect(await violationsOf(document)).toEqual(expected);
  const escaped = JSON.stringify(document).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  expect(escaped).not.toMatch(/[^\0-\x7f]/);
  expect(await validateText(escaped)).toEqual(expected);
  // One part of each, in one text.
  const mixed = escaped.replace('\\u00fc', () => 'ü字\\u00fc');
  expect(await validateText(mixed)).toEqual(validateSbom(JSON.parse(mixed)));
});

/** So many that their lists have several pieces. */
const count = 3_000;
const many = Array.from({ length: count }, (_, number) => library(`package-${number}`));

test('violations in later pieces have the pointers of the whole document', async () => {
  const components = many.map((each, number) => (number % 1_000 === 999 ? { ...each, name: number } : each));
  const dependencies = many.map(({ name }, number) =>
    number === count - 1 ? { dependsOn: [] } : { ref: name },
  );
  const found = await violationsOf(documentOf({ components, dependencies }));
  expect(found.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/components/1999/name',
    '/components/2999/name',
    '/components/999/name',
    '/dependencies/2999/ref',
  ]);
});

test('equal items in different pieces are found, whatever the order of their members', async () => {
  const { name } = library('package-0');
  const components = [...many, { version: '1.0.0', name, type: 'library' }];
  expect(await violationsOf(documentOf({ components }))).toEqual(validateSbom(documentOf({ components })));
  // Properties of a document may repeat.
  const properties = Array.from({ length: count }, () => ({ name: 'a'.repeat(50), value: 'b' }));
  expect(await violationsOf(documentOf({ components: many, properties }))).toEqual([]);
});

test('of members with the same name the last one counts', async () => {
  const text = JSON.stringify(documentOf()).replace(/\}$/, ',"components":[1],"components":[]}');
  expect(await validateText(text)).toEqual([]);
});

test('a document that is nested too deeply is refused before it is parsed', async () => {
  const text = `{"bomFormat":"CycloneDX","specVersion":"1.6","components":${'['.repeat(500)}${']'.repeat(500)}}`;
  expect(await validateText(text)).toMatchObject([{ code: 'too_deep' }]);
});

test('__proto__ is an ordinary unknown member', async () => {
  const text = '{"bomFormat":"CycloneDX","specVersion":"1.6","__proto__":[{"x":1}]}';
  expect(await validateText(text)).toMatchObject([{ pointer: '/__proto__' }]);
});

/** A component that has all others. */
const around = (components: object[]) => documentOf({ components: [library('a', { components })] });

test('long lists within an item are validated as those of the document', async () => {
  expect(await violationsOf(around(many))).toEqual([]);
  const wrong = many.map((each, number) => (number === count - 1 ? { ...each, name: number } : each));
  expect(await violationsOf(around(wrong))).toEqual(validateSbom(around(wrong)));
  const { name } = library('package-0');
  const repeated = [...many, { version: '1.0.0', name, type: 'library' }];
  expect(await violationsOf(around(repeated))).toEqual(validateSbom(around(repeated)));
});

test('two items that differ in a long list only are different, and equal ones are not', async () => {
  const first = library('a', { components: many });
  const different = documentOf({ components: [first, { ...first, components: many.slice(1) }] });
  expect(await violationsOf(different)).toEqual([]);
  const equal = documentOf({
    components: [first, Object.fromEntries(Object.entries(first).toReversed())],
  });
  expect(await violationsOf(equal)).toEqual(validateSbom(equal));
  expect(await violationsOf(equal)).toHaveLength(1);
});

test('a document of any nesting of long values has the same violations as its value', async () => {
  const padding = (length: number): string => 'é'.repeat(length);
  const leaf = fc.record({
    type: fc.constantFrom('library', 'file', 'x'),
    name: fc.nat(3).map((number) => `${number}${padding(9_000)}`),
  });
  const { component } = fc.letrec<{ component: object }>((tie) => ({
    component: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc
        .tuple(leaf, fc.array(tie('component'), { maxLength: 4 }))
        .map(([one, components]) => ({ ...one, components })),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(component, { maxLength: 4 }),
      fc.array(component, { maxLength: 2 }),
      async (components, more) => {
        const document = documentOf({
          components,
          metadata: { component: { ...library('m'), components: more } },
        });
        expect(await violationsOf(document)).toEqual(validateSbom(document));
      },
    ),
    { numRuns: 50 },
  );
});

test('long lists that passed are not parsed again because of violations after them', async () => {
  const dependencies = many.map(({ name }, number) => (number % 100 === 99 ? {} : { ref: name }));
  let parts = 0;
  const bytes = Buffer.from(JSON.stringify(documentOf({ components: many, dependencies })));
  expect(await validateSbomBytes(bytes, () => (parts += 1))).toHaveLength(20);
  const [whole, failed] = [JSON.stringify(many).length, JSON.stringify(dependencies).length].map((length) =>
    Math.ceil(length / 16_000),
  );
  // The items of a list are read once to validate each, and once to compare them; each violation is followed by the rest of its part.
  expect(parts).toBeLessThan(2 * (whole ?? 0) + (failed ?? 0) + 20);
});

test('an object of more members than any object has is refused, whatever their number', async () => {
  const members = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, number) => [`member ${number}`, number]),
  );
  expect(await violationsOf(documentOf({ metadata: members }))).toMatchObject([
    { pointer: '/metadata/member 0' },
  ]);
});
