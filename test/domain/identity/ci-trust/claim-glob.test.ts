import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesGlob, maxGlobText } from '@scangate/domain/identity/ci-trust/claim-glob';
import { runs } from '#test/support/runs/samples.ts';

test.each([
  ['refs/heads/main', 'refs/heads/main', true],
  ['refs/heads/*', 'refs/heads/main', true],
  ['refs/heads/*', 'refs/heads/', true],
  ['refs/heads/*', 'refs/heads/feature/x', false],
  ['refs/heads/**', 'refs/heads/feature/x', true],
  ['refs/*/main', 'refs/heads/main', true],
  ['refs/*/main', 'refs/heads/x/main', false],
  ['**/main', 'refs/heads/main', true],
  ['acme/*', 'acme-evil/shop', false],
  ['acme/*', 'acme/shop/more', false],
  ['release-*.x', 'release-1.x', true],
  ['release-*.x', 'release-1yx', false],
  ['', '', true],
  ['', 'x', false],
  ['*', '', true],
  ['*', 'a/b', false],
  ['**', 'a/b', true],
  ['***', 'a/b', true],
  ['Main', 'main', false],
  ['a?c', 'abc', false],
  ['[a-z]', 'a', false],
  ['ü*', 'übung', true],
  ['*.', '\n.', true],
])('%s and %s: %s', (glob, text, expected) => {
  expect(matchesGlob(glob, text)).toBe(expected);
});

test('a text above the limit matches nothing', () => {
  expect(matchesGlob('**', 'x'.repeat(maxGlobText))).toBe(true);
  expect(matchesGlob('**', 'x'.repeat(maxGlobText + 1))).toBe(false);
});

/** A glob as a regular expression, which may backtrack: the texts of the property are short. */
const reference = (glob: string): RegExp =>
  new RegExp(
    `^${glob.replaceAll(/\*\*+|\*|[^*]/gu, (part) => {
      if (part === '*') return '[^/]*';
      return part.startsWith('*') ? '[^]*' : part.replaceAll(/[.?+^${}()|[\]\\/]/g, String.raw`\$&`);
    })}$`,
    'u',
  );

const letters = fc.constantFrom('a', 'b', '/', '.');
const globs = fc
  .array(fc.oneof(letters, fc.constantFrom('*', '**')), { maxLength: 8 })
  .map((parts) => parts.join(''));
const texts = fc.array(letters, { maxLength: 10 }).map((parts) => parts.join(''));

test('it agrees with a regular expression', () => {
  fc.assert(
    fc.property(globs, texts, (glob, text) => {
      expect(matchesGlob(glob, text)).toBe(reference(glob).test(text));
    }),
    { numRuns: runs(5_000) },
  );
});

const stepsOf = (glob: string, text: string): number => {
  let steps = 0;
  matchesGlob(glob, text, () => void steps++);
  return steps;
};

describe('no text takes long', () => {
  test('the steps are at most the number of characters times the parts of the glob', () => {
    fc.assert(
      fc.property(globs, texts, (glob, text) => {
        expect(stepsOf(glob, text)).toBeLessThanOrEqual([...text].length * (glob.length + 1));
      }),
    );
  });

  test.each(['*a*a*a*a*a*a*a*a*b', '**a**a**a**a**a**a**b', '*'.repeat(99)])(
    'twice the text for %s takes twice the steps',
    (glob) => {
      const [once, twice] = [stepsOf(glob, 'a'.repeat(400)), stepsOf(glob, 'a'.repeat(800))];
      expect(twice).toBeGreaterThan(0);
      expect(twice).toBeLessThanOrEqual(once * 2.1);
    },
  );
});
