import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Component, Inventory } from '@scangate/engines/model/component';
import type { UpgradeFinding } from '@scangate/engines/model/finding';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { pinnedRuntimes } from '@scangate/engines/advisor/pinned-runtimes';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import { createMatcher } from '@scangate/engines/sca/match-component';
import {
  component,
  cvss,
  engineInput,
  indexOf,
  inventory,
  osvRecord,
  vector,
  type RecordParts,
} from '../sca/advisory-fixtures.ts';

const run = (of: Inventory, advisories: AdvisoryIndex, texts: Record<string, string> = {}) => {
  const files = {
    entries: Object.entries(texts).map(([path, text]) => ({ path, sizeBytes: text.length })),
    read: (path: string) => Buffer.from(texts[path] ?? ''),
  };
  const { findings, ...rest } = advisorEngine.run({
    ...engineInput(of, advisories),
    runtimes: pinnedRuntimes(files),
  });
  return { advice: findings as UpgradeFinding[], ...rest };
};
const advise = (components: Component[], ...records: unknown[]): UpgradeFinding[] =>
  run(inventory(components), indexOf(...records)).advice;

const fixedIn = (id: string, fixed: string, more: Parameters<typeof osvRecord>[0] = {}) =>
  osvRecord({ id, events: [{ introduced: '0' }, { fixed }], ...more });

describe('an upgrade', () => {
  test('names the smallest clear version, the advisories it clears, and the direct dependencies to upgrade', () => {
    const components = [
      component({ name: 'app', ref: 'app', dependsOn: ['mid'] }),
      component({ name: 'other', ref: 'other', dependsOn: ['mid'] }),
      component({ name: 'mid', ref: 'mid', direct: false, dependsOn: ['left'] }),
      component({ ref: 'left', direct: false }),
    ];
    const [advice, ...more] = advise(
      components,
      fixedIn('A-1', '1.2.0', { severity: cvss(vector.high) }),
      fixedIn('A-2', '1.1.0', { severity: cvss(vector.critical) }),
    );
    expect(more).toEqual([]);
    expect(advice).toEqual({
      kind: 'upgrade',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: 'critical',
      title: 'Upgrade left from 1.0.0 to 1.2.0',
      advice: 'upgrade',
      purl: 'pkg:npm/left@1.0.0',
      packageName: 'left',
      version: '1.0.0',
      scope: 'required',
      direct: false,
      via: ['app@1.0.0', 'other@1.0.0'],
      upgradeTo: '1.2.0',
      breaking: false,
      clears: ['A-1', 'A-2'],
      remaining: [],
      file: 'package-lock.json',
    });
  });

  test('skips a fix that another advisory affects', () => {
    const reintroduced = osvRecord({
      id: 'A-2',
      events: [{ introduced: '1.2.0' }, { fixed: '1.3.1' }],
    });
    expect(advise([component()], fixedIn('A-1', '1.2.0'), reintroduced)[0]).toMatchObject({
      upgradeTo: '1.3.1',
      clears: ['A-1'],
    });
  });

  test('prefers a fix in its own release line', () => {
    const branches = osvRecord({
      events: [{ introduced: '0' }, { fixed: '1.9.9' }, { introduced: '2.0.0' }, { fixed: '2.4.0' }],
    });
    expect(advise([component()], branches)[0]).toMatchObject({ upgradeTo: '1.9.9', breaking: false });
    expect(advise([component({ version: '2.1.0' })], branches)[0]).toMatchObject({ upgradeTo: '2.4.0' });
  });

  test('may be a version that the project already uses elsewhere', () => {
    const upTo = osvRecord({ events: [{ introduced: '0' }, { last_affected: '1.4.0' }] });
    const found = advise([component(), component({ version: '3.0.0' })], upTo);
    expect(found).toMatchObject([{ version: '1.0.0', upgradeTo: '3.0.0', breaking: true }]);
  });

  test('prefers a release to a pre-release, unless there is none or a pre-release is in use', () => {
    const early = fixedIn('A-1', '1.2.0-rc.1');
    const late = osvRecord({ id: 'A-2', events: [{ introduced: '0' }, { fixed: '1.1.0' }] });
    expect(advise([component()], early)[0]?.upgradeTo).toBe('1.2.0-rc.1');
    expect(advise([component()], early, late, fixedIn('A-3', '1.3.0'))[0]?.upgradeTo).toBe('1.3.0');
    expect(advise([component({ version: '1.2.0-beta.1' })], early, late)[0]?.upgradeTo).toBe('1.2.0-rc.1');
  });

  test('leaves the fewest advisories and says so when no version is clear', () => {
    const unfixed = osvRecord({ id: 'A-2', events: [{ introduced: '0' }], severity: cvss(vector.low) });
    const [advice] = advise([component()], fixedIn('A-1', '1.2.0', { severity: cvss(vector.high) }), unfixed);
    expect(advice).toMatchObject({
      advice: 'upgrade',
      severity: 'high',
      upgradeTo: '1.2.0',
      clears: ['A-1'],
      remaining: ['A-2'],
      reason: expect.stringContaining('leaves the fewest'),
    });
  });

  test('never introduces another vulnerability', () => {
    const worse = osvRecord({
      id: 'A-2',
      events: [{ introduced: '1.2.0' }],
      severity: cvss(vector.low),
    });
    const [advice] = advise(
      [component()],
      fixedIn('A-1', '1.2.0', { severity: cvss(vector.critical) }),
      worse,
    );
    expect(advice).toMatchObject({ advice: 'no_fix', clears: [], remaining: ['A-1'] });
    expect(advice).not.toHaveProperty('upgradeTo');
  });

  test('is reported as missing, with the severity of what remains', () => {
    const [advice] = advise(
      [component()],
      osvRecord({ events: [{ introduced: '0' }], severity: cvss(vector.high) }),
    );
    expect(advice).toMatchObject({
      advice: 'no_fix',
      severity: 'high',
      breaking: false,
      remaining: ['GHSA-aaaa-bbbb-cccc'],
      reason: expect.any(String),
    });
  });

  test('is not considered clear of an advisory whose versions cannot be ordered', () => {
    const odd = osvRecord({ id: 'A-2', events: [{ introduced: '2.0.0' }, { fixed: 'next' }] });
    expect(advise([component()], fixedIn('A-1', '1.2.0'), odd)[0]).toMatchObject({ upgradeTo: '1.2.0' });
    const named = osvRecord({
      id: 'A-2',
      events: [{ introduced: '2.0.0' }, { fixed: 'next' }],
      versions: ['1.0.0'],
    });
    expect(advise([component()], fixedIn('A-1', '1.2.0'), named)[0]).toMatchObject({ advice: 'no_fix' });
  });

  test('of a Go module is written as in go.mod', () => {
    const go = (version: string) =>
      component({ ecosystem: 'Go', name: 'example.com/m', ref: version, version, purl: 'p' });
    const record = fixedIn('GO-1', '2.1.0', { ecosystem: 'Go', name: 'example.com/m' });
    const [plain, old] = advise([go('v2.0.0'), go('v2.0.1+incompatible')], record);
    expect([plain?.upgradeTo, old?.upgradeTo]).toEqual(['v2.1.0', 'v2.1.0+incompatible']);
  });
});

describe('a malicious package', () => {
  test('is to be removed in any version', () => {
    const record = osvRecord({ id: 'MAL-2025-1', events: [{ introduced: '0' }] });
    expect(advise([component()], record)).toMatchObject([
      { advice: 'remove', severity: 'critical', clears: ['MAL-2025-1'], remaining: [], breaking: false },
    ]);
  });

  test('with one bad release gets a later clear version', () => {
    const record = osvRecord({ id: 'MAL-2025-1', versions: ['1.0.0'] });
    const [advice] = advise([component()], record, fixedIn('A-1', '1.0.1'));
    expect(advice).toMatchObject({ advice: 'remove', upgradeTo: '1.0.1', clears: ['A-1', 'MAL-2025-1'] });
  });
});

describe('unmaintained software', () => {
  const clean = fixedIn('A-1', '0.1.0');

  test('a deprecated version is reported with the message of its registry', () => {
    expect(advise([component({ deprecated: 'use right' })], clean)).toMatchObject([
      { advice: 'deprecated', severity: 'low', reason: 'use right', clears: [] },
    ]);
  });

  test('a vulnerable and deprecated version gives two pieces of advice with two fingerprints', () => {
    const found = advise([component({ deprecated: 'use right' })], fixedIn('A-1', '1.2.0'));
    expect(found.map(({ advice }) => advice).sort()).toEqual(['deprecated', 'upgrade']);
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  const django = component({ ecosystem: 'PyPI', name: 'django', version: '3.2.25', ref: 'd' });
  const of = (builtAt: string | undefined): AdvisoryIndex => {
    const { builtAt: _, ...index } = indexOf(osvRecord({ ecosystem: 'PyPI', name: 'x' }));
    return { ...index, ...(builtAt !== undefined && { builtAt }) };
  };

  test('a release line is out of support after its last day, by the date of the snapshot', () => {
    const at = (builtAt?: string) => run(inventory([django]), of(builtAt)).advice;
    expect(at('2024-04-01T23:00:00Z')).toEqual([]);
    expect(at('2024-04-02T00:00:00Z')).toMatchObject([
      { advice: 'end_of_life', severity: 'medium', reason: 'no security fixes for 3.2 since 2024-04-01' },
    ]);
    expect(at()).toEqual([]);
  });

  test('a runtime is read from a version manager file, not from the range in a manifest', () => {
    const pins = {
      '.nvmrc': 'v14.21.3\n',
      '.node-version': 'lts/*',
      '.python-version': '3.13.1',
      'package.json': '{"engines":{"node":">=8"}}',
      'docs/.nvmrc': '8',
    };
    expect(run(inventory([]), of('2025-06-01T00:00:00Z'), pins).advice).toMatchObject([
      { advice: 'end_of_life', packageName: 'node', version: '14.21.3', file: '.nvmrc' },
    ]);
  });
});

describe('coverage', () => {
  test('has a gap for each component that cannot be evaluated', () => {
    const { coverage } = run(
      inventory([component(), component({ version: 'main', ref: 'm' })]),
      indexOf(osvRecord()),
    );
    expect(coverage).toMatchObject({ scanType: 'dependency-advisor', status: 'partial', assessed: 1 });
  });

  test('is unassessed before any import', () => {
    expect(run(inventory([component()]), emptyAdvisoryIndex).coverage.status).toBe('unassessed');
  });

  test('a workspace member is not a gap', () => {
    const { ecosystem: _, ...member } = component({ ref: 'w', local: true });
    const { coverage } = run(inventory([component(), member]), indexOf(osvRecord()));
    expect(coverage).toMatchObject({ status: 'assessed', assessed: 1 });
  });
});

test('for any advisories, an upgrade is above the version and adds no vulnerability', () => {
  const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(1)).map((n) => n.join('.'));
  const events: fc.Arbitrary<RecordParts['events']> = fc.oneof(
    fc
      .tuple(version, version)
      .map(([introduced, fixed]): RecordParts['events'] => [{ introduced }, { fixed }]),
    version.map((introduced) => [{ introduced }]),
    fc
      .tuple(version, version)
      .map(([introduced, last]): RecordParts['events'] => [{ introduced }, { last_affected: last }]),
  );
  const records = fc.array(events, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(records, fc.array(version, { minLength: 1, maxLength: 3 }), (all, installed) => {
      const index = indexOf(...all.map((each, i) => osvRecord({ id: `A-${i}`, events: each })));
      const match = createMatcher(index);
      const idsAt = (at: string) =>
        match({ ecosystem: 'npm', name: 'left', version: at }).vulnerabilities.map(({ id }) => id);
      const components = [...new Set(installed)].map((each) => component({ version: each }));
      const { advice } = run(inventory(components), index);
      expect(advice.map((each) => each.version).sort()).toEqual(
        components
          .map((each) => String(each.version))
          .filter((each) => idsAt(each).length > 0)
          .sort(),
      );
      for (const { version: from, upgradeTo, clears, remaining } of advice) {
        expect([...clears, ...remaining].sort()).toEqual(idsAt(from).sort());
        if (upgradeTo !== undefined) {
          expect(idsAt(upgradeTo).sort()).toEqual(remaining);
          expect(clears.length).toBeGreaterThan(0);
        }
      }
    }),
  );
});
