import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, reasonsOf } from './inventory-fixtures.ts';
import { npmLock } from './lockfile-samples.ts';

describe('a file of a package manager that is not read is named beside others', () => {
  test.each([
    ['ios/Podfile.lock', 'CocoaPods'],
    ['Cartfile.resolved', 'Carthage'],
    ['packrat.lock', 'R'],
    ['deno.lock', 'Deno'],
    ['environment.yml', 'conda'],
    ['envs/environment-dev.yaml', 'conda'],
    ['requirements.in', 'pip source'],
    ['requirements/base.in', 'pip source'],
    ['pylock.dev.toml', 'Python lock'],
    ['app.spdx.json', 'SPDX document'],
    ['licenses.spdx', 'SPDX document'],
    ['bom.json', 'CycloneDX document'],
    ['.github/workflows/ci.yml', 'GitHub Actions workflow'],
    ['.terraform.lock.hcl', 'Terraform'],
    ['flake.lock', 'unknown lockfile'],
    ['tools/new-manager.lock', 'unknown lockfile'],
  ])('%s is a gap (%s)', (path, kind) => {
    const inventory = inventoryOf({ 'package-lock.json': npmLock('a'), [path]: 'x' });
    expect(reasonsOf(inventory.unread)).toEqual([`${path}: it is not read (${kind})`]);
    expect(componentCoverage('sca', inventory, { assessed: 1, gaps: [] }).status).toBe('partial');
  });

  test('without others nothing is assessed', () => {
    const inventory = inventoryOf({ 'Podfile.lock': 'x' });
    expect(componentCoverage('sca', inventory, { assessed: 0, gaps: [] })).toMatchObject({
      status: 'unassessed',
      gaps: [{ file: 'Podfile.lock', reason: 'it is not read (CocoaPods)' }],
    });
  });

  test('many files of one kind are one gap that names the first of them', () => {
    const workflows = Array.from({ length: 30 }, (_, n) => [`.github/workflows/w${n + 10}.yml`, 'x']);
    const [first, ...others] = inventoryOf(Object.fromEntries(workflows) as Record<string, string>).unread;
    expect(others).toEqual([]);
    expect(first?.reason).toMatch(/^it is not read \(GitHub Actions workflow\), nor are 29 more: .*w11\.yml/);
    expect(first?.reason.length).toBeLessThan(500);
  });

  test('a source beside the file that was compiled from it is not named, nor are empty files, third-party files and lists of recipes', () => {
    const inventory = inventoryOf({
      'requirements.in': 'a\n',
      'requirements.txt': 'a==1.0\n',
      'process.lock': '',
      'symfony.lock': '{}',
      'vendor/x/Podfile.lock': 'x',
    });
    expect(inventory.unread).toEqual([]);
  });
});
