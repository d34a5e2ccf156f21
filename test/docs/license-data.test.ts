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

This page is made from the built-in data set; \`npx vitest run test/docs/license-data.test.ts -u\` writes it. How licenses
are judged is described in [ADR 20](adr/0020-license-policy.md).

Of lockfiles that state no license, the license comes from a snapshot that is stored, published and named like that of the
advisories. No name leaves the account. The data set of a release covers these packages, as of ${builtInLicenses.day}:

${tableOf(
  ['Ecosystem', 'Packages', 'Ranges of versions', 'Facts from'],
  supportedEcosystems.map((ecosystem) => {
    const table = builtInLicenses.tables[ecosystem];
    if (!table) return [ecosystem, 'none', '', sources[ecosystem] ?? ''];
    const ranges = Object.values(table).reduce((sum, list) => sum + isRange(list), 0);
    return [ecosystem, String(runsByName(table).size), String(ranges), sources[ecosystem] ?? ''];
  }),
)}

A package or version beyond them is a gap of the coverage: \`licenseData\` of the license coverage counts, by ecosystem,
what the data answered, knew of other versions only, and did not know. \`licenseSnapshot\` of the verdict names the data.

\`npm run license-data -- <file>...\` adds what lockfiles, CycloneDX documents and tables state.
\`npm run advisories -- import <folder>\` replaces the license data of a service by a folder of such tables. The scheduled
sync publishes the data of the release when it is newer.
`;

test('the page states the coverage of the license data by ecosystem', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/license-data.md');
});
