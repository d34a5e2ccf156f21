import { describe, expect, test } from 'vitest';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { statedRanges } from '@scangate/engines/inventory/package-sources/stated-ranges';
import type { Ecosystem } from '@scangate/engines/model/component';
import type { UpgradeFinding } from '@scangate/engines/model/finding';
import { engineInput, indexOf, osvRecord } from '../sca/advisory-fixtures.ts';

/** A lockfile in which `top` 3.2.11 requires `mini` 0.3.0 in a range. */
interface Format {
  path: string;
  ecosystem: Ecosystem;
  name: string;
  top: string;
  /** A range that only 0.3.x meets. */
  narrow: string;
  /** A range that excludes the fix 1.2.0 and includes the fix 3.0.5. */
  wide: string;
  write: (range: string) => string;
}

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const composerEntry = (name: string, version: string, require: object = {}) => ({ name, version, require });

const formats: Format[] = [
  {
    path: 'pnpm-lock.yaml',
    ecosystem: 'npm',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '~0.3.0',
    wide: '0.3.x || ^3.0.0',
    write: (range) =>
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      top:\n        specifier: ^3\n        version: 3.2.11(mini@0.3.0)\npackages:\n  mini@0.3.0:\n    resolution: {integrity: ${integrity}}\n  top@3.2.11:\n    resolution: {integrity: ${integrity}}\n    peerDependencies:\n      mini: '${range}'\nsnapshots:\n  mini@0.3.0: {}\n  top@3.2.11(mini@0.3.0):\n    dependencies:\n      mini: 0.3.0\n`,
  },
  {
    path: 'bun.lock',
    ecosystem: 'npm',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '~0.3.0',
    wide: '0.3.x || ^3.0.0',
    write: (range) =>
      `{"lockfileVersion":1,"workspaces":{"":{"dependencies":{"top":"^3"}}},"packages":{"mini":["mini@0.3.0","",{},"${integrity}"],"top":["top@3.2.11","",{"dependencies":{"mini":"${range}"}},"${integrity}"]}}`,
  },
  {
    path: 'poetry.lock',
    ecosystem: 'PyPI',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '>=0.3,<0.4',
    wide: '>=0.3,<0.4 || >=3',
    write: (range) =>
      `[[package]]\nname = "mini"\nversion = "0.3.0"\n\n[[package]]\nname = "top"\nversion = "3.2.11"\n[package.dependencies]\nMini = {version = "${range}", extras = ["x"]}\n\n[metadata]\nlock-version = "2.1"\n`,
  },
  {
    path: 'pdm.lock',
    ecosystem: 'PyPI',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '<0.4,>=0.3',
    wide: '!=1.2.*,>=0.3',
    write: (range) =>
      `[metadata]\ngroups = ["default"]\n[[package]]\nname = "mini"\nversion = "0.3.0"\n[[package]]\nname = "top"\nversion = "3.2.11"\ndependencies = ["mini${range}; python_version > '3'"]\n`,
  },
  {
    path: 'composer.lock',
    ecosystem: 'Packagist',
    name: 'v/mini',
    top: 'v/top@v3.2.11',
    narrow: '~0.3.0',
    wide: '~0.3.0 || ^3.0',
    write: (range) =>
      JSON.stringify({
        packages: [composerEntry('v/mini', '0.3.0'), composerEntry('v/top', 'v3.2.11', { 'V/mini': range })],
      }),
  },
  {
    path: 'Gemfile.lock',
    ecosystem: 'RubyGems',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '~> 0.3.0',
    wide: '>= 0.3, != 1.2.0',
    write: (range) =>
      `GEM\n  remote: https://rubygems.org/\n  specs:\n    mini (0.3.0)\n    top (3.2.11)\n      mini (${range})\n\nDEPENDENCIES\n  top\n`,
  },
  {
    path: 'packages.lock.json',
    ecosystem: 'NuGet',
    name: 'Mini',
    top: 'Top@3.2.11',
    narrow: '[0.3.0, 0.4.0)',
    wide: '(2.0.0, )',
    write: (range) =>
      JSON.stringify({
        version: 1,
        dependencies: {
          'net8.0': {
            Top: {
              type: 'Direct',
              requested: '[3.2.11, )',
              resolved: '3.2.11',
              dependencies: { MINI: range },
            },
            Mini: { type: 'Transitive', resolved: '0.3.0' },
          },
        },
      }),
  },
  {
    path: 'mix.lock',
    ecosystem: 'Hex',
    name: 'mini',
    top: 'top@3.2.11',
    narrow: '~> 0.3.0',
    wide: '~> 0.3.0 or ~> 3.0',
    write: (range) =>
      `%{\n  "mini": {:hex, :mini, "0.3.0", "00", [:mix], [], "hexpm", "11"},\n  "top": {:hex, :top, "3.2.11", "00", [:mix], [{:mini, "${range}", [hex: :mini, repo: "hexpm", optional: false]}], "hexpm", "11"},\n}\n`,
  },
];

const advise = ({ path, ecosystem, name, write }: Format, range: string): UpgradeFinding | undefined => {
  const records = [
    osvRecord({ id: 'A-1', ecosystem, name, events: [{ introduced: '0' }, { fixed: '1.2.0' }] }),
    osvRecord({ id: 'A-2', ecosystem, name, events: [{ introduced: '3.0.0' }, { fixed: '3.0.5' }] }),
  ];
  const text = write(range);
  const content = Buffer.from(text);
  const files = { entries: [{ path, sizeBytes: content.length }], read: () => content };
  const inventory = readUploadedLockfile(path, text);
  const input = {
    ...engineInput(inventory, indexOf(...records)),
    requested: statedRanges(inventory, files),
  };
  return (advisorEngine.run(input).findings as UpgradeFinding[]).find(
    ({ packageName }) => packageName === name,
  );
};

describe.each(formats)('$path', (format) => {
  test('an upgrade outside the range of a dependent names the dependent', () => {
    expect(advise(format, format.narrow)).toMatchObject({
      advice: 'upgrade',
      upgradeTo: '1.2.0',
      refusedBy: [`${format.top} (${format.narrow})`],
    });
  });

  test('of several clear versions the first one that the dependents accept is advised', () => {
    const advice = advise(format, format.wide);
    expect(advice).toMatchObject({ upgradeTo: '3.0.5' });
    expect(advice).not.toHaveProperty('refusedBy');
  });
});
