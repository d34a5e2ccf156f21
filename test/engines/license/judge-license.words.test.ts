import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy, type LicensePolicy } from '@scangate/engines/model/gate/policy';
import { judgeLicense, type LicenseVerdict } from '@scangate/engines/license/judge-license';
import { licenseOfAddress } from '@scangate/engines/license/license-address';
import { licenseListOf } from '@scangate/engines/license/license-list';

const policy = (parts: Partial<LicensePolicy> = {}): LicensePolicy => ({
  ...defaultPolicy.license,
  ...parts,
});
const verdict = (stated: string, parts?: Partial<LicensePolicy>): LicenseVerdict =>
  judgeLicense(stated, policy(parts)).verdict;

describe('a list of licenses in words', () => {
  test.each([
    ['MIT/Apache-2.0', 'compliant'],
    ['MIT / Apache-2.0', 'compliant'],
    ['Apache-2.0/ISC/MIT', 'compliant'],
    ['MIT, Apache-2.0', 'compliant'],
    ['mit or apache-2.0', 'compliant'],
    ['MIT || Apache-2.0', 'compliant'],
    ['MIT | GPL-3.0', 'compliant'],
    ['MIT or GPL-3.0', 'compliant'],
    ['MIT & BSD-3-Clause', 'compliant'],
    ['MIT + ISC', 'compliant'],
    ['MIT; Zlib', 'compliant'],
    ['(MIT, Apache-2.0)', 'compliant'],
    ['GPLv2+ and MIT', 'nonCompliant'],
    ['GPL-2.0,MIT', 'nonCompliant'],
    ['MIT,GPL-2.0', 'nonCompliant'],
    ['MIT, GPLv3, and ISC', 'nonCompliant'],
    ['MIT + AGPLv3', 'nonCompliant'],
    ['MIT; SSPL', 'nonCompliant'],
    ['GPL-3.0 and something else', 'nonCompliant'],
    ['GPLv2 and GPLv3', 'nonCompliant'],
    ['GPL-3.0/AGPL-3.0', 'nonCompliant'],
    ['GPL-3.0/MIT', 'unknown'],
    ['GPL-3.0 / MIT', 'unknown'],
    ['MIT and Our own terms', 'unknown'],
    ['MIT or Our own terms', 'compliant'],
    ['Apache 2.0 and MIT', 'unknown'],
    ['GPL-2.0 or later', 'nonCompliant'],
    ['GPL v2 or any later version', 'unknown'],
  ] as const)('%j is %s', (stated, expected) => {
    expect(verdict(stated)).toBe(expected);
  });

  test('that differs by its reading is rejected if the policy rejects unknown licenses', () => {
    expect(verdict('GPL-3.0/MIT', { denyCategories: ['strong-copyleft', 'unknown'] })).toBe('nonCompliant');
  });

  test('is one license if the policy lists it literally', () => {
    expect(verdict('GPL-2.0,MIT', { allow: ['GPL-2.0,MIT'] })).toBe('compliant');
    expect(verdict('MIT/Apache-2.0', { deny: ['MIT/Apache-2.0'] })).toBe('nonCompliant');
  });

  test.each([
    'Apache License, Version 2.0',
    'MIT/X11',
    'zlib/libpng',
    'BSD 3-Clause "New" or "Revised" License',
  ])('%j is one license', (stated) => {
    expect(judgeLicense(stated, policy())).toMatchObject({ verdict: 'unknown', category: 'permissive' });
  });
});

describe('terms of restricted use', () => {
  test.each([
    'Business Source License 1.1',
    'Elastic License 2.0',
    'Elastic',
    'PolyForm Shield License 1.0.0',
    'Apache-2.0 WITH Commons-Clause',
    'MIT + Commons Clause',
    'Creative Commons Attribution-NonCommercial-ShareAlike 4.0',
    'CC BY-NC-SA 3.0 US',
    'Redis Source Available License (RSALv2)',
    'Confluent Community License Agreement',
    'The JSON License',
    'Server Side Public License',
    'LicenseRef-Commons-Clause',
  ])('%j is rejected', (stated) => {
    expect(judgeLicense(stated, policy())).toMatchObject({
      verdict: 'nonCompliant',
      category: 'source-available',
    });
  });

  test('stay rejected by a policy that rejects their former category', () => {
    expect(verdict('SSPL-1.0', { denyCategories: ['network-copyleft'] })).toBe('nonCompliant');
    expect(verdict('BUSL-1.1', { denyCategories: ['proprietary'] })).toBe('nonCompliant');
    expect(verdict('BUSL-1.1', { denyCategories: ['network-copyleft'] })).toBe('compliant');
    expect(verdict('BUSL-1.1', { allow: ['BUSL-1.1'] })).toBe('compliant');
  });
});

describe('the URL of a license', () => {
  test.each([
    ['https://opensource.org/licenses/MIT', 'MIT'],
    ['http://www.opensource.org/licenses/mit-license.php', 'MIT'],
    ['https://opensource.org/license/bsd-3-clause/', 'BSD-3-Clause'],
    ['https://www.apache.org/licenses/LICENSE-2.0.txt', 'Apache-2.0'],
    ['http://apache.org/licenses/LICENSE-2.0.html', 'Apache-2.0'],
    ['https://spdx.org/licenses/BSD-2-Clause.html', 'BSD-2-Clause'],
    ['https://licenses.nuget.org/MIT', 'MIT'],
    ['https://www.gnu.org/licenses/gpl-3.0.en.html', undefined],
    ['https://www.gnu.org/licenses/gpl-3.0.html', 'GPL-3.0-only'],
    ['http://www.gnu.org/licenses/old-licenses/lgpl-2.1.txt', 'LGPL-2.1-only'],
    ['https://creativecommons.org/licenses/by-nc/4.0/', 'CC-BY-NC-4.0'],
    ['https://creativecommons.org/licenses/by/4.0/legalcode', 'CC-BY-4.0'],
    ['https://www.mozilla.org/en-US/MPL/2.0/', 'MPL-2.0'],
    ['https://www.elastic.co/licensing/elastic-license', 'Elastic-2.0'],
    ['https://github.com/acme/x/blob/main/LICENSE', undefined],
    ['https://example.com/licenses/MIT', undefined],
    ['https://opensource.org.example.com/licenses/MIT', undefined],
    ['https://opensource.org/licenses/%ff', undefined],
    ['MIT', undefined],
  ])('%s states %s', (address, id) => {
    expect(licenseOfAddress(address)).toBe(id);
  });

  test('is evaluated like the id', () => {
    expect(judgeLicense('https://opensource.org/licenses/MIT', policy())).toMatchObject({
      verdict: 'compliant',
      expression: 'MIT',
    });
    expect(verdict('https://www.gnu.org/licenses/agpl-3.0.html')).toBe('nonCompliant');
    expect(verdict('MIT, https://www.gnu.org/licenses/gpl-3.0.html')).toBe('nonCompliant');
    expect(verdict('https://github.com/acme/x/blob/main/LICENSE')).toBe('unknown');
  });
});

const ids = fc.constantFrom(
  'MIT',
  'ISC',
  'Apache-2.0',
  'GPL-3.0-only',
  'AGPL-3.0-only',
  'BUSL-1.1',
  'Our terms',
);
const all = fc.constantFrom(', ', ' and ', ' AND ', ' & ', '; ', ' + ');

test('a list with a rejected license for all of it is never better than rejected, in any order', () => {
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 8 }), all, (names, separator) => {
      const levels = names.map((name) => ['nonCompliant', 'unknown', 'compliant'].indexOf(verdict(name)));
      const worst = (['nonCompliant', 'unknown', 'compliant'] as const)[Math.min(...levels)];
      expect(verdict(names.join(separator))).toBe(worst);
      expect(verdict(names.toReversed().join(separator))).toBe(worst);
    }),
  );
});

test('a list is never judged better than the best license in it', () => {
  const separators = fc.constantFrom('/', ' / ', ', ', ' or ', ' and ', ' | ');
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, separators), { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.map(([name, separator]) => `${name}${separator}`).join('');
      const levels = parts.map(([name]) => ['nonCompliant', 'unknown', 'compliant'].indexOf(verdict(name)));
      const judged = ['nonCompliant', 'unknown', 'compliant'].indexOf(verdict(`${text}MIT`));
      expect(judged).toBeLessThanOrEqual(Math.max(2, ...levels));
      const rejected = parts.every(([name]) => verdict(name) === 'nonCompliant');
      if (rejected) expect(verdict(text)).not.toBe('compliant');
    }),
  );
});

test('splitting keeps every word outside of the separators', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.stringMatching(/^[a-z]{3,8}$/).filter((word) => !['and', 'or'].includes(word)),
        { minLength: 2, maxLength: 9 },
      ),
      (words) => {
        expect(licenseListOf(words.join(', '))?.parts).toEqual(words);
        expect(licenseListOf(words.join('/'))?.parts).toEqual(words);
      },
    ),
  );
});
