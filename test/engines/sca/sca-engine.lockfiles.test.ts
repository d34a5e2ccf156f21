import { expect, test } from 'vitest';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput, indexOf, osvRecord } from './advisory-fixtures.ts';
import { inventoryOf } from '../inventory/inventory-fixtures.ts';

const csproj = (version: string): string =>
  `<Project><ItemGroup><PackageReference Include="newtonsoft.json" Version="${version}"/></ItemGroup></Project>`;
const pom = (version: string): string =>
  `<project><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId><version>${version}</version></dependency></dependencies></project>`;
const resolved = (version: string): string =>
  JSON.stringify({
    version: 2,
    pins: [
      {
        identity: 'swift-nio-http2',
        kind: 'remoteSourceControl',
        location: 'git@github.com:Apple/swift-nio-http2.git',
        state: { version },
      },
    ],
  });
const pubspec = (version: string): string =>
  `packages:\n  http:\n    dependency: transitive\n    source: hosted\n    version: "${version}"\nsdks:\n  dart: "3"\n`;
const mixLock = (version: string): string =>
  `%{"plug_app": {:hex, :plug, "${version}", "", [:mix], [], "hexpm", ""}}`;

/** For each ecosystem: the package and range of an advisory, and a file with a version. */
const known = [
  ['Maven', 'org.apache.logging.log4j:log4j-core', '2.0-beta9', '2.15.0', 'pom.xml', pom, '2.14.1', '2.15.0'],
  [
    'Maven',
    'org.apache.logging.log4j:log4j-core',
    '2.0-beta9',
    '2.15.0',
    'pom.xml',
    pom,
    '2.0-rc1',
    '2.0-beta8',
  ],
  [
    'Maven',
    'g:a',
    '0',
    '4.1.100.Final',
    'gradle.lockfile',
    (version: string) => `g:a:${version}=runtimeClasspath\n`,
    '4.1.99.Final',
    '4.1.100',
  ],
  ['NuGet', 'Newtonsoft.Json', '0', '13.0.1', 'App.csproj', csproj, '13.0.1-beta2', '13.0.1.0'],
  [
    'SwiftURL',
    'github.com/apple/swift-nio-http2',
    '1.0.0',
    '1.19.2',
    'Package.resolved',
    resolved,
    'v1.19.1',
    '1.19.2',
  ],
  ['Pub', 'http', '0', '0.13.3', 'pubspec.lock', pubspec, '0.13.2', '0.13.3+1'],
  ['Hex', 'plug', '1.0.0', '1.15.4', 'mix.lock', mixLock, '1.15.3', '1.15.4'],
] as const;

test.each(known)(
  '%s: an advisory for %s (from %s, fixed in %s) matches exactly the affected version in %s',
  (ecosystem, name, introduced, fixed, file, content, bad, good) => {
    const advisories = indexOf(osvRecord({ ecosystem, name, events: [{ introduced }, { fixed }] }));
    const findingsOf = (version: string) =>
      scaEngine.run(engineInput(inventoryOf({ [file]: content(version) }), advisories)).findings;
    expect(findingsOf(bad)).toMatchObject([{ kind: 'vulnerability', version: bad, file }]);
    expect(findingsOf(good)).toEqual([]);
  },
);

test('a dependency without a version is a gap, not clean', () => {
  const advisories = indexOf(
    osvRecord({ ecosystem: 'Maven', name: 'g:a', events: [{ introduced: '0' }, { fixed: '1' }] }),
  );
  const text =
    '<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies></project>';
  const { coverage } = scaEngine.run(engineInput(inventoryOf({ 'pom.xml': text }), advisories));
  expect(coverage.status).toBe('unassessed');
  expect(coverage.gaps.map(({ reason }) => reason)).toEqual([
    'no version is pinned (1): g:a',
    'transitive dependencies are in no file, so they are not assessed; mvn dependency:tree -DoutputFile=dependency-tree.txt writes such a file beside each pom.xml (1): g:a',
    'no version is pinned',
  ]);
});
