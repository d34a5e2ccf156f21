import type { InventoryCase } from './inventory-case.ts';

const revision = '34'.repeat(20);

const pin = (location: string, state: Record<string, string>, kind = 'remoteSourceControl') => ({
  identity: location.split('/').at(-1)?.replace('.git', '').toLowerCase() ?? '',
  kind,
  location,
  state: { revision, ...state },
});

const lock = (version: number, ...pins: unknown[]): string =>
  JSON.stringify({ ...(version === 3 && { originHash: 'abc' }), pins, version }, null, 2);

const one = (name: string, files: Record<string, string>, ...expected: string[]): InventoryCase => ({
  name,
  files,
  unitType: 'swift',
  expected,
});

export const cases: InventoryCase[] = [
  one(
    'version 1',
    {
      'Package.resolved': JSON.stringify({
        object: {
          pins: [
            {
              package: 'Alamofire',
              repositoryURL: 'https://github.com/Alamofire/Alamofire.git',
              state: { branch: null, revision, version: '5.4.3' },
            },
          ],
        },
        version: 1,
      }),
    },
    'pkg:swift/github.com/Alamofire/Alamofire@5.4.3 required direct',
  ),
  one(
    'version 2, with URLs in common forms',
    {
      'Package.resolved': lock(
        2,
        pin('https://github.com/apple/swift-nio.git', { version: '2.62.0' }),
        pin('https://gitlab.com/group/sub/lib', { version: '1.0.0' }),
        pin('git@github.com:owner/Private.git', { version: '0.1.0' }),
        pin('ssh://git@git.example.com:2222/o/r.git', { version: 'v2.0.0' }),
      ),
    },
    'pkg:swift/git.example.com/o/r@v2.0.0 required direct',
    'pkg:swift/github.com/apple/swift-nio@2.62.0 required direct',
    'pkg:swift/github.com/owner/Private@0.1.0 required direct',
    'pkg:swift/gitlab.com/group/sub/lib@1.0.0 required direct',
  ),
  one(
    'version 3 and a plain Package.swift: its dependencies are direct',
    {
      'Package.resolved': lock(
        3,
        pin('https://github.com/vapor/vapor.git', { version: '4.90.0' }),
        pin('https://github.com/apple/swift-log.git', { version: '1.5.3' }),
      ),
      'Package.swift': `// swift-tools-version:5.9
let package = Package(name: "app", dependencies: [
  // .package(url: "https://github.com/apple/swift-log.git", from: "1.0.0"),
  .package(url: "https://github.com/vapor/vapor.git", from: "4.0.0"),
])`,
    },
    'pkg:swift/github.com/apple/swift-log@1.5.3 required transitive',
    'pkg:swift/github.com/vapor/vapor@4.90.0 required direct',
  ),
  one(
    'a branch or a commit is not a version',
    { 'Package.resolved': lock(2, pin('https://github.com/o/r', { branch: 'main' })) },
    `pkg:swift/github.com/o/r?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fr%40${revision} required direct`,
  ),
  one(
    'a package on disk and one from a registry have no package URL',
    {
      'Package.resolved': lock(2, pin('/Users/me/lib', { version: '1.0.0' }, 'localSourceControl'), {
        identity: 'mona.LinkedList',
        kind: 'registry',
        location: '',
        state: { version: '1.2.0' },
      }),
    },
    'local:lib required direct',
    'local:mona.LinkedList@1.2.0 required direct',
  ),
  one('no pins', { 'Package.resolved': lock(2) }),
  one(
    'the file that Xcode stores inside its project',
    {
      'App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved': lock(
        2,
        pin('https://github.com/o/r', { version: '1.0.0' }),
      ),
    },
    'pkg:swift/github.com/o/r@1.0.0 required direct',
  ),
];
