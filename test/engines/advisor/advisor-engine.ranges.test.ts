import { expect, test } from 'vitest';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { statedRanges } from '@scangate/engines/inventory/package-sources/stated-ranges';
import type { UpgradeFinding } from '@scangate/engines/model/finding';
import { engineInput, indexOf, osvRecord } from '../sca/advisory-fixtures.ts';

const records = [
  osvRecord({ id: 'A-1', name: 'mini', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }),
  osvRecord({ id: 'A-2', name: 'mini', events: [{ introduced: '3.0.0' }, { fixed: '3.0.5' }] }),
];
const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;

const packageLock = (range: string): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { glob: '^3.0.0' } },
      'node_modules/glob': { version: '3.2.11', integrity, dependencies: { mini: range } },
      'node_modules/mini': { version: '0.3.0', integrity },
    },
  });
const classic = (range: string): string =>
  `# yarn lockfile v1\n\n\nglob@^3.0.0:\n  version "3.2.11"\n  resolved "https://registry.yarnpkg.com/glob/-/glob-3.2.11.tgz#${'a'.repeat(40)}"\n  dependencies:\n    mini "${range}"\n\n"mini@${range}":\n  version "0.3.0"\n  resolved "https://registry.yarnpkg.com/mini/-/mini-0.3.0.tgz#${'b'.repeat(40)}"\n`;
const berry = (range: string): string =>
  `__metadata:\n  version: 8\n\n"glob@npm:^3.0.0":\n  version: 3.2.11\n  resolution: "glob@npm:3.2.11"\n  dependencies:\n    mini: "npm:${range}"\n  checksum: 10/aa\n\n"mini@npm:${range}":\n  version: 0.3.0\n  resolution: "mini@npm:0.3.0"\n  checksum: 10/bb\n`;

const advise = (path: string, text: string): UpgradeFinding | undefined => {
  const content = Buffer.from(text);
  const files = { entries: [{ path, sizeBytes: content.length }], read: () => content };
  const inventory = readUploadedLockfile(path, text);
  const input = {
    ...engineInput(inventory, indexOf(...records)),
    requested: statedRanges(inventory, files),
  };
  return (advisorEngine.run(input).findings as UpgradeFinding[]).find(
    ({ packageName }) => packageName === 'mini',
  );
};

const formats: [path: string, write: (range: string) => string][] = [
  ['package-lock.json', packageLock],
  ['yarn.lock', classic],
  ['sub/yarn.lock', berry],
];

test.each(formats)('%s: an upgrade outside the range of a dependent names the dependent', (path, write) => {
  expect(advise(path, write('~0.3.0'))).toMatchObject({
    advice: 'upgrade',
    upgradeTo: '1.2.0',
    refusedBy: ['glob@3.2.11 (~0.3.0)'],
  });
});

test.each(formats)(
  '%s: of several clear versions the first one that the dependents accept is advised',
  (path, write) => {
    const advice = advise(path, write('0.3.x || ^3.0.0'));
    expect(advice).toMatchObject({ upgradeTo: '3.0.5' });
    expect(advice).not.toHaveProperty('refusedBy');
  },
);

test('an invalid range refuses nothing', () => {
  expect(advise('package-lock.json', packageLock('latest'))).not.toHaveProperty('refusedBy');
});
