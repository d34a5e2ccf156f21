import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, reasonsOf } from './inventory-fixtures.ts';
import { npmLock } from './lockfile-samples.ts';

describe('a file of an unsupported package manager is named beside others', () => {
  test.each([
    ['Cartfile.resolved', 'Carthage'],
    ['packrat.lock', 'R'],
    ['deno.json', 'Deno'],
    ['pixi.toml', 'conda'],
    ['envs/environment-dev.yaml', 'conda'],
    ['requirements.in', 'pip source'],
    ['requirements/base.in', 'pip source'],
    ['app.spdx.json', 'SPDX document'],
    ['licenses.spdx', 'SPDX document'],
    ['bom.json', 'CycloneDX document'],
    ['pom.yaml', 'polyglot Maven'],
    ['go.tools.mod', 'Go modfile'],
    ['cargo.toml', 'name in an unusual case'],
    ['requirements.TXT', 'name in an unusual case'],
    ['.github/workflows/a.YML', 'name in an unusual case'],
    ['flake.lock', 'unknown lockfile'],
    ['tools/new-manager.lock', 'unknown lockfile'],
  ])('%s is a gap (%s)', (path, kind) => {
    const inventory = inventoryOf({ 'package-lock.json': npmLock('a'), [path]: 'x' });
    expect(reasonsOf(inventory.unread)).toEqual([`${path}: it is not read (${kind})`]);
    expect(componentCoverage('sca', inventory, { assessed: 1, gaps: [] }).status).toBe('partial');
  });

  test('without others nothing is assessed', () => {
    const inventory = inventoryOf({ 'Cartfile.resolved': 'x' });
    expect(componentCoverage('sca', inventory, { assessed: 0, gaps: [] })).toMatchObject({
      status: 'unassessed',
      gaps: [{ file: 'Cartfile.resolved', reason: 'it is not read (Carthage)' }],
    });
  });

  test('many files of one kind are one gap that names the first of them', () => {
    const charts = Array.from({ length: 30 }, (_, n) => [`c${n + 10}/Chart.lock`, 'x']);
    const [first, ...others] = inventoryOf(Object.fromEntries(charts) as Record<string, string>).unread;
    expect(others).toEqual([]);
    expect(first?.reason).toMatch(/^it is not read \(Helm\), nor are 29 more: .*c11\/Chart\.lock/);
    expect(first?.reason.length).toBeLessThan(500);
  });

  test('a source beside the file that was compiled from it is not named, nor are empty files, third-party files and lists of recipes', () => {
    const inventory = inventoryOf({
      'requirements.in': 'a\n',
      'requirements.txt': 'a==1.0\n',
      'process.lock': '',
      'symfony.lock': '{}',
      'vendor/x/Cartfile.resolved': 'x',
      'pixi.toml': 'x',
      'pixi.lock': 'version: 6\npackages: []\n',
    });
    expect(inventory.unread).toEqual([]);
  });
});
