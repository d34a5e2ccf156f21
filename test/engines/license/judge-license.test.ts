import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy, licenseCategories, type LicensePolicy } from '@scangate/engines/model/gate/policy';
import { judgeLicense, type LicenseVerdict } from '@scangate/engines/license/judge-license';
import { categorizedIds, licenseCategory } from '@scangate/engines/license/license-categories';
import { canonicalId, spdxSpelling } from '@scangate/engines/license/spdx-id';
import { runs } from '#test/support/runs/samples.ts';

const policy = (parts: Partial<LicensePolicy> = {}): LicensePolicy => ({
  ...defaultPolicy.license,
  ...parts,
});

const verdict = (stated: string | undefined, parts?: Partial<LicensePolicy>): LicenseVerdict =>
  judgeLicense(stated, policy(parts)).verdict;

describe('by default', () => {
  test.each([
    ['MIT', 'compliant', 'permissive'],
    ['apache-2.0', 'compliant', 'permissive'],
    ['MPL-2.0', 'compliant', 'weak-copyleft'],
    ['LGPL-2.1+', 'compliant', 'weak-copyleft'],
    ['GPL-2.0-only', 'nonCompliant', 'strong-copyleft'],
    ['GPL-2.0', 'nonCompliant', 'strong-copyleft'],
    ['GPL-3.0+', 'nonCompliant', 'strong-copyleft'],
    ['AGPL-3.0', 'nonCompliant', 'network-copyleft'],
    ['SSPL-1.0', 'nonCompliant', 'source-available'],
    ['EUPL-1.2', 'nonCompliant', 'network-copyleft'],
    ['OSL-3.0', 'nonCompliant', 'network-copyleft'],
    ['BUSL-1.1', 'nonCompliant', 'source-available'],
    ['Elastic-2.0', 'nonCompliant', 'source-available'],
    ['PolyForm-Noncommercial-1.0.0', 'nonCompliant', 'source-available'],
    ['JSON', 'nonCompliant', 'source-available'],
    ['CC-BY-NC-4.0', 'nonCompliant', 'source-available'],
    ['LicenseRef-scancode-elastic-license-2018', 'nonCompliant', 'source-available'],
    ['MIT OR SSPL-1.0', 'compliant', 'permissive'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'compliant', 'weak-copyleft'],
    ['GPL-2.0-with-classpath-exception', 'compliant', 'weak-copyleft'],
    ['GPL-3.0-or-later WITH GCC-exception-3.1', 'compliant', 'weak-copyleft'],
    ['GPL-2.0-only WITH openvpn-openssl-exception', 'nonCompliant', 'strong-copyleft'],
    ['AGPL-3.0-only WITH Classpath-exception-2.0', 'nonCompliant', 'network-copyleft'],
    ['Apache-2.0 WITH LLVM-exception', 'compliant', 'permissive'],
    ['LicenseRef-Acme', 'unknown', 'unknown'],
    ['DocumentRef-x:LicenseRef-Acme', 'unknown', 'unknown'],
    ['Abstyles', 'unknown', 'unknown'],
    ['(MIT OR GPL-3.0-only)', 'compliant', 'permissive'],
    ['GPL-3.0-only OR LicenseRef-Acme', 'unknown', 'unknown'],
    ['MIT AND LicenseRef-Acme', 'unknown', 'unknown'],
    ['LicenseRef-Acme AND GPL-3.0-only', 'nonCompliant', 'strong-copyleft'],
    ['MIT AND (BSD-3-Clause OR AGPL-3.0-only)', 'compliant', 'permissive'],
    ['MIT OR GPL-3.0-only AND AGPL-3.0-only', 'compliant', 'permissive'],
  ] as const)('%s is %s (%s)', (stated, expected, category) => {
    expect(judgeLicense(stated, policy())).toMatchObject({ verdict: expected, category });
  });

  test('a missing license is unknown', () => {
    expect(judgeLicense(undefined, policy())).toEqual({ verdict: 'unknown', category: 'unknown' });
    expect(judgeLicense(' \n', policy())).toEqual({ verdict: 'unknown', category: 'unknown' });
  });
});

describe('free text', () => {
  test.each([
    ['Apache License 2.0', 'permissive'],
    ['Apache License, Version 2.0', 'permissive'],
    ['The MIT License', 'permissive'],
    ['MIT/X11', 'permissive'],
    ['ISC License', 'permissive'],
    ['BSD', 'permissive'],
    ['License :: OSI Approved :: BSD License', 'permissive'],
    ['GNU Lesser General Public License v3 (LGPLv3)', 'weak-copyleft'],
    ['SEE LICENSE IN LICENSE.md', 'unknown'],
    ['Our own terms', 'unknown'],
    ['UNLICENSED', 'proprietary'],
    ['Proprietary', 'proprietary'],
  ] as const)('%j may be %s but is never compliant by a guess', (stated, category) => {
    expect(judgeLicense(stated, policy())).toEqual({ verdict: 'unknown', category, expression: stated });
  });

  test.each([
    'GPL v3',
    'GNU General Public License v2 or later (GPLv2+)',
    'AGPL',
    'Server Side Public License',
  ])('%j is rejected if its likely meaning is rejected', (stated) => {
    expect(verdict(stated)).toBe('nonCompliant');
  });

  test('is accepted or rejected if the policy lists it literally', () => {
    expect(verdict('Our own terms', { allow: ['our own TERMS'] })).toBe('compliant');
    expect(verdict('UNLICENSED', { allow: ['UNLICENSED'] })).toBe('compliant');
    expect(verdict('Our own terms', { allow: ['Our own terms'], deny: ['our own terms'] })).toBe(
      'nonCompliant',
    );
    expect(verdict('UNLICENSED', { denyCategories: ['proprietary'] })).toBe('nonCompliant');
    expect(verdict('Apache License 2.0', { allow: ['Apache-2.0'] })).toBe('unknown');
  });
});

describe('a policy', () => {
  test('that rejects unknown rejects missing, unlisted and guessed licenses', () => {
    const strict = { denyCategories: ['unknown'] as const satisfies LicensePolicy['denyCategories'] };
    for (const stated of [
      undefined,
      'LicenseRef-Acme',
      'Our own terms',
      'Apache License 2.0',
      'UNLICENSED',
    ]) {
      expect(judgeLicense(stated, policy(strict))).toMatchObject({
        verdict: 'nonCompliant',
        category: 'unknown',
      });
    }
    expect(verdict('MIT', strict)).toBe('compliant');
  });

  test('may use any historical form of an id', () => {
    expect(verdict('GPL-2.0-only', { allow: ['GPL-2.0'] })).toBe('compliant');
    expect(verdict('GPL-2.0+', { allow: ['gpl-2.0-or-later'] })).toBe('compliant');
    expect(verdict('GPL-2.0-or-later', { allow: ['GPL-2.0-only'] })).toBe('nonCompliant');
    expect(verdict('BSD-2-Clause', { deny: ['BSD-2-Clause-NetBSD'] })).toBe('nonCompliant');
    expect(verdict('Apache-2.0+', { deny: ['Apache-2.0'] })).toBe('nonCompliant');
  });

  test('covers a license with any exception, or with a listed one only', () => {
    const withException = 'GPL-3.0-only WITH openvpn-openssl-exception';
    expect(verdict(withException, { allow: ['GPL-3.0-only'] })).toBe('compliant');
    expect(verdict(withException, { allow: [withException] })).toBe('compliant');
    expect(verdict('GPL-3.0-only', { allow: [withException] })).toBe('nonCompliant');
    expect(verdict('GPL-2.0-only WITH Classpath-exception-2.0', { deny: ['GPL-2.0'] })).toBe('nonCompliant');
  });

  test('rejects what it both allows and denies', () => {
    expect(verdict('MIT', { deny: ['MIT'], allow: ['MIT'] })).toBe('nonCompliant');
    expect(verdict('MIT OR ISC', { deny: ['MIT'] })).toBe('compliant');
    expect(verdict('MIT AND ISC', { deny: ['MIT'] })).toBe('nonCompliant');
  });
});

describe('the category table', () => {
  test("has only current ids in SPDX's spelling, each once", () => {
    const ids = categorizedIds();
    expect(ids.filter((id) => spdxSpelling(id) !== id || canonicalId(id, false).id !== id)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(150);
  });

  test('covers every deprecated GNU id by its successor', () => {
    for (const id of [
      'AGPL-1.0',
      'AGPL-3.0',
      'GPL-1.0',
      'GPL-2.0',
      'GPL-3.0',
      'LGPL-2.0',
      'LGPL-2.1',
      'LGPL-3.0',
    ]) {
      expect(licenseCategory(canonicalId(id, false).id)).not.toBe('unknown');
      expect(licenseCategory(canonicalId(id, true).id)).toBe(licenseCategory(canonicalId(id, false).id));
    }
  });
});

interface Tree {
  text: string;
  /** The result by the truth table of "nonCompliant < unknown < compliant". */
  level: number;
}
const levels: readonly LicenseVerdict[] = ['nonCompliant', 'unknown', 'compliant'];
const leaf: fc.Arbitrary<Tree> = fc.constantFrom(
  { text: 'MIT', level: 2 },
  { text: 'LGPL-3.0-only', level: 2 },
  { text: 'LicenseRef-Acme', level: 1 },
  { text: 'GPL-3.0-only', level: 0 },
  { text: 'AGPL-3.0+', level: 0 },
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
      text: `(${a.text} OR ${b.text})`,
      level: Math.max(a.level, b.level),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
      text: `(${a.text} AND ${b.text})`,
      level: Math.min(a.level, b.level),
    })),
  ),
}));

test('an expression is evaluated by its truth table', () => {
  fc.assert(
    fc.property(tree, ({ text, level }) => {
      fc.pre(text.length <= 2000);
      expect(verdict(text)).toBe(levels[level]);
    }),
    { numRuns: runs(1000) },
  );
});

test('any text is evaluated quickly without throwing', () => {
  const words = fc.constantFrom(
    'MIT',
    'OR',
    'AND',
    'WITH',
    '(',
    ')',
    '+',
    ':',
    'LicenseRef-a',
    'DocumentRef-b',
    '!',
  );
  const soup = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.oneof(fc.string(), soup), (text) => {
      expect(licenseCategories).toContain(judgeLicense(text, policy()).category);
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  ['nesting', '('.repeat(990) + 'MIT' + ')'.repeat(990)],
  ['unclosed brackets', '('.repeat(1990)],
  ['length', Array.from({ length: 100_000 }, () => 'MIT').join(' OR ')],
  ['one very long word', 'a'.repeat(1_000_000)],
])('hostile %s is unknown and truncated', (_, text) => {
  const { verdict: judged, expression } = judgeLicense(text, policy());
  expect(judged).toBe('unknown');
  expect(expression?.length).toBeLessThanOrEqual(200);
});
