import { describe, expect, test } from 'vitest';
import { discoverUnits, unitResolver } from '@scangate/engines/units/discover-units';

describe('a root without a project', () => {
  const typeOf = (...all: string[]) => discoverUnits(all, 'r')[0]?.type;

  test.each([
    ['.github/workflows/ci.yml'],
    ['action.yml'],
    ['infra/.terraform.lock.hcl'],
    ['mise.toml'],
    ['requirements.in'],
    ['project.clj'],
    ['ios/Cartfile.resolved'],
    ['environment-dev.yml'],
    ['flake.lock'],
    ['bom.json'],
    ['Dockerfile'],
    ['deploy/api.Dockerfile'],
    ['deps/base.txt'],
    ['run.py'],
  ])('is looked at for dependencies when %s belongs to it', (name) => {
    expect(typeOf(name)).toBe('other');
    expect(typeOf(name, 'README.md', 'web/package-lock.json')).toBe('other');
    expect(typeOf(name, 'package.json')).toBe('npm');
  });

  test('stays source when such files belong to other units or to third parties, or when there are none', () => {
    expect(typeOf('web/package-lock.json', 'web/Dockerfile', 'web/mise.toml')).toBe('source');
    expect(typeOf('vendor/action.yml', 'fixtures/flake.lock', 'testdata/run.py')).toBe('source');
    expect(typeOf('README.md', 'main.go', 'notes.txt')).toBe('source');
    expect(typeOf()).toBe('source');
  });

  test('keeps its workflows when somebody makes a unit of their folder', () => {
    const workflow = '.github/workflows/ci.yml';
    for (const folder of ['.github', '.github/workflows']) {
      const all = [workflow, `${folder}/package-lock.json`];
      const units = discoverUnits(all, 'r');
      expect(units.map((unit) => [unit.path, unit.type])).toEqual([
        ['', 'other'],
        [folder, 'npm'],
      ]);
      expect(unitResolver(all, units)(workflow).path).toBe('');
    }
  });
});
