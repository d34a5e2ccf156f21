import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ciRunOf, shownText } from '@scangate/domain/identity/ci-trust/ci-run';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';

test.each(ciTokenSamples)(
  '$provider: the documented claims describe the run',
  ({ provider, claims, run }) => {
    expect(ciRunOf(provider, claims)).toEqual({ provider, ...run });
  },
);

test('a tag of Buildkite is the reference if there is one', () => {
  expect(ciRunOf('buildkite', { build_tag: 'v1', build_branch: 'main' }).ref).toBe('v1');
});

test('texts are cut, and lose characters that hide or reorder text', () => {
  expect(shownText('a\u0000b\u202Ec\u2028d\r\n')).toBe('abcd');
  expect(shownText('x'.repeat(500))).toHaveLength(200);
  expect(shownText(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
});

test('whatever the claims are, a run has bounded texts of one line', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ciProviders),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (provider, extra) => {
        const sample = ciTokenSamples.find((each) => each.provider === provider);
        const claims = Object.fromEntries(
          Object.keys(sample?.claims ?? {}).map((name, index) => [
            name,
            Object.values(extra)[index] ?? 'x\n'.repeat(300),
          ]),
        );
        for (const value of Object.values(ciRunOf(provider, claims))) {
          expect(typeof value).toBe('string');
          expect(value.length).toBeLessThanOrEqual(200);
          expect(value).not.toMatch(/[\p{C}\u2028\u2029]/u);
        }
      },
    ),
  );
});
