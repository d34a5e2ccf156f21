import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { usesOf } from '@scangate/engines/inventory/actions/used-actions';
import { inventoryOf, namesOf } from '#test/engines/inventory/inventory-fixtures.ts';

const vulnerable = 'tj-actions/changed-files@v35';
const steps = (step: string): string =>
  `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${step}`;

test.each([
  ['its value in the next line', steps(`      - name: a\n        uses:\n          ${vulnerable}\n`)],
  ['JSON', `{"on":"push","jobs":{"a":{"steps":[{"uses":"${vulnerable}"}]}}}`],
  ['an explicit key', steps(`      - ? uses\n        : ${vulnerable}\n`)],
  ['an escaped key', steps(`      - "us\\x65s": ${vulnerable}\n`)],
  ['an escaped value', steps('      - uses: "tj\\x2dactions/changed-files@v35"\n')],
  ['a folded block', steps(`      - uses: >-\n          ${vulnerable}\n`)],
  ['a literal block', steps(`      - uses: |\n          ${vulnerable}\n`)],
  ['a tag', steps(`      - uses: !!str ${vulnerable}\n`)],
  ['an alias', steps(`      - uses: &a ${vulnerable}\n      - uses: *a\n`)],
  ['an alias of a step', `x: &a\n  uses: ${vulnerable}\njobs:\n  b:\n    steps: [*a]\n`],
  ['an alias of a key', steps(`      - name: &k uses\n        *k : ${vulnerable}\n`)],
  ['a merge key', steps(`      - &s { uses: ${vulnerable} }\n      - <<: *s\n`)],
  ['a flow mapping in a flow sequence', `jobs: {a: {steps: [{name: a, uses: '${vulnerable}'}]}}\n`],
  ['a flow mapping over lines', `jobs: {a: {steps: [{\n  uses:\n  ${vulnerable}}]}}\n`],
  ['a document marker', `---\n${steps(`      - uses: ${vulnerable}\n`)}...\n`],
  [
    'a comment that announces another format',
    `# yarn lockfile v1\n${steps(`      - uses: ${vulnerable}\n`)}`,
  ],
  ...['\u0085', '\u2028', '\u2029'].map((end): [string, string] => [
    `a comment that ends with ${JSON.stringify(end)}`,
    steps(`      # pinned below${end}      - uses: ${vulnerable}\n`),
  ]),
  ['further slashes', steps('      - uses: tj-actions//changed-files@v35\n')],
  ['backslashes', steps('      - uses: tj-actions\\changed-files@v35\n')],
  ['the full name of its tag', steps('      - uses: tj-actions/changed-files@refs/tags/v35\n')],
  ['a path in it', steps('      - uses: tj-actions/changed-files/sub@v35\n')],
  ['a reusable workflow', 'jobs:\n  a:\n    uses: tj-actions/changed-files/.github/workflows/x.yml@v35\n'],
  ['a very long line', steps(`      - { name: ${'a'.repeat(10_000)}, uses: ${vulnerable} }\n`)],
])('an action is found when it is written with %s', (_, text) => {
  expect(namesOf(inventoryOf({ '.github/workflows/ci.yml': text }))).toEqual([vulnerable]);
});

test('the same spellings count in a composite action', () => {
  const text = `runs:\n  using: composite\n  steps:\n    - "us\\x65s":\n        ${vulnerable}\n`;
  expect(namesOf(inventoryOf({ 'action.yml': text }))).toEqual([vulnerable]);
});

test('images are found at the places where a runner starts them, and nowhere else', () => {
  const image = { image: 'a:1' };
  expect(usesOf(stringify({ jobs: { a: { container: 'a:1', services: { b: image, c: 'a:2' } } } }))).toEqual(
    expect.arrayContaining(['docker://a:1', 'docker://a:2']),
  );
  expect(usesOf(stringify({ jobs: { container: { container: image } } }))).toEqual(['docker://a:1']);
  expect(usesOf(stringify({ runs: { using: 'docker', image: 'docker://a:1' } }))).toEqual(['docker://a:1']);
  expect(usesOf(stringify({ image: 'a:1', jobs: { a: { steps: [{ with: image }] } } }))).toEqual([]);
});

test('a node that aliases give two meanings is read in both, and a cycle or an explosion ends', () => {
  const both = 'x: &a { image: a:1 }\njobs:\n  b:\n    env: *a\n    services: { c: *a }\n';
  expect(usesOf(both)).toEqual(['docker://a:1']);
  expect(usesOf(`jobs: &a\n  b: *a\n  c:\n    uses: ${vulnerable}\n`)).toEqual([vulnerable]);
  const levels = Array.from({ length: 60 }, (_, at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}]\n`);
  expect(usesOf(`k0: &k0 [{ uses: ${vulnerable} }]\n${levels.join('')}`)).toEqual([vulnerable]);
});

test('however a document is written, the same is used', () => {
  const name = fc.stringMatching(/^[a-z]{1,5}\/[a-z]{1,5}@v\d$/);
  const workflow = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.record({ steps: fc.array(fc.oneof(fc.record({ uses: name }), fc.record({ run: fc.string() }))) }),
  );
  const style = fc.record({
    collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
    defaultStringType: fc.constantFrom(
      'PLAIN' as const,
      'QUOTE_DOUBLE' as const,
      'QUOTE_SINGLE' as const,
      'BLOCK_FOLDED' as const,
      'BLOCK_LITERAL' as const,
    ),
  });
  fc.assert(
    fc.property(workflow, style, (jobs, options) => {
      const expected = Object.values(jobs).flatMap(({ steps: all }) =>
        all.flatMap((step) => ('uses' in step ? [step.uses] : [])),
      );
      expect(usesOf(stringify({ jobs }, options)).toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
  );
});
