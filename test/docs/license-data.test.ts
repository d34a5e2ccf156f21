import { expect, test } from 'vitest';
import { builtInLicenses } from '#adapters/reference-data/licenses/built-in.ts';
import { runsByName } from '@scangate/engines/license/license-runs';
import { supportedEcosystems } from '@scangate/engines/model/component';
import { tableOf } from './markdown-table.ts';

const sources: Record<string, string> = {
  npm: 'lockfiles of public repositories that state licenses',
  PyPI: 'package lists of Linux distributions and package managers that agree',
  'crates.io': 'notices of third-party licenses, with the versions of their lockfiles',
  RubyGems: 'package lists of Linux distributions',
  Go: 'notices and vendored license texts; license texts at tags of repositories',
  Maven: 'notices of Apache projects; license texts at tags of repositories',
  NuGet: 'notices; license texts at tags of repositories',
  Hex: '`licenses` of mix.exs at tags, where the license text agrees',
  Pub: 'license texts at tags whose pubspec.yaml has the version',
  Packagist: 'its lockfiles state licenses',
  SwiftURL: 'license texts at tags of repositories',
};

const isRange = (list: string): number => list.split(' ').filter((run) => run.includes('..')).length;

const page = `# License data

This page is generated from the built-in data set by \`npx vitest run test/docs/license-data.test.ts -u\`. How licenses
are judged is described in [ADR 20](adr/0020-license-policy.md).

If a lockfile states no licenses, they come from a snapshot that is stored, published and identified like that of the
advisories. No package name leaves the account. The data set of a release covers these packages, as of ${builtInLicenses.day}:

${tableOf(
  ['Ecosystem', 'Packages', 'Version ranges', 'Source'],
  supportedEcosystems.map((ecosystem) => {
    const table = builtInLicenses.tables[ecosystem];
    if (!table) return [ecosystem, 'none', '', sources[ecosystem] ?? ''];
    const ranges = Object.values(table).reduce((sum, list) => sum + isRange(list), 0);
    return [ecosystem, String(runsByName(table).size), String(ranges), sources[ecosystem] ?? ''];
  }),
)}

Any other package or version is a coverage gap: \`licenseData\` of the license coverage counts, by ecosystem,
packages that the data covers, covers only in other versions, and does not cover. \`licenseSnapshot\` of the verdict identifies the data.

\`npm run license-data -- <file>...\` adds licenses from lockfiles, CycloneDX documents and tables.
\`npm run advisories -- import <folder>\` replaces a service's license data with a folder of such tables. The scheduled
sync publishes the data of the release when it is newer.
`;

test('the page states the coverage of the license data by ecosystem', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/license-data.md');
});
