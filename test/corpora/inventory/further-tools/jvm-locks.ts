import type { InventoryCase } from '../inventory-case.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const sum = 'ab'.repeat(32);

const dependency = (org: string, name: string, version: string, ...configurations: string[]) => ({
  org,
  name,
  version,
  artifacts: [{ name: `${name}.jar`, hash: `sha1:${'cd'.repeat(20)}` }],
  configurations,
});

const component = (name: string, version: string, ...files: string[]): string =>
  [
    `      <component group="org.example" name="${name}" version="${version}">`,
    ...files.map(
      (file) =>
        `         <artifact name="${file}">\n            <sha256 value="${sum}"/>\n         </artifact>`,
    ),
    '      </component>',
  ].join('\n');

const metadata = (...components: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<verification-metadata xmlns="https://schema.gradle.org/dependency-verification">',
    '   <configuration>\n      <verify-metadata>true</verify-metadata>\n   </configuration>',
    '   <components>',
    ...components,
    '   </components>',
    '</verification-metadata>\n',
  ].join('\n');

const mavenRepository = (path: string) => ({
  attributes: {
    urls: [`https://repo.example.com/maven2/${path}`],
    sha256: sum,
    downloaded_file_path: `v1/https/repo.example.com/maven2/${path}`,
  },
});

export const cases: InventoryCase[] = [
  {
    name: 'verification metadata: the build script determines what is direct, and a parent is not a component',
    unitType: 'gradle',
    files: {
      'build.gradle': 'dependencies {\n  implementation "org.example:a:1.0"\n}\n',
      'gradle/verification-metadata.xml': metadata(
        component('a', '1.0', 'a-1.0.jar', 'a-1.0.module'),
        component('b', '2.0', 'b-2.0.jar'),
        component('parent', '3.0', 'parent-3.0.pom'),
      ),
    },
    expected: [
      'pkg:maven/org.example/a@1.0 required direct',
      'pkg:maven/org.example/b@2.0 required transitive',
      'pkg:maven/org.example/parent@3.0 optional transitive',
    ],
  },
  {
    name: 'build.sbt.lock: configurations determine the scope',
    unitType: 'sbt',
    files: {
      'build.sbt.lock': json({
        lockVersion: 1,
        configurations: ['compile', 'provided', 'runtime', 'test'],
        dependencies: [
          dependency('org.example', 'a_2.13', '1.0.0', 'compile', 'runtime', 'test'),
          dependency('org.example', 'p', '2.0.0', 'provided'),
          dependency('org.example', 't_2.13', '3.0.0', 'test'),
        ],
      }),
    },
    expected: [
      'pkg:maven/org.example/a_2.13@1.0.0 required direct',
      'pkg:maven/org.example/p@2.0.0 optional direct',
      'pkg:maven/org.example/t_2.13@3.0.0 dev direct',
    ],
  },
  {
    name: 'maven_install.json, the first format',
    unitType: 'maven',
    files: {
      'maven_install.json': json({
        dependency_tree: {
          dependencies: [
            {
              coord: 'org.example:a:1.0',
              directDependencies: ['org.example:b:aar:2.0'],
              sha256: sum,
            },
            { coord: 'org.example:a:jar:sources:1.0', directDependencies: [], sha256: sum },
            { coord: 'org.example:b:aar:2.0', directDependencies: [], sha256: sum },
          ],
          version: '0.1.0',
        },
      }),
    },
    expected: [
      'pkg:maven/org.example/a@1.0 required direct',
      'pkg:maven/org.example/b@2.0 required transitive',
    ],
  },
  {
    name: 'maven_install.json with two versions of a module, of which none hides the other',
    unitType: 'maven',
    files: {
      'maven_install.json': json({
        dependency_tree: {
          dependencies: [
            { coord: 'org.example:a:1.0', directDependencies: ['org.example:b:1.0'], sha256: sum },
            { coord: 'org.example:b:1.0', directDependencies: [], sha256: sum },
            { coord: 'org.example:b:2.0', directDependencies: [], sha256: sum },
          ],
          version: '0.1.0',
        },
      }),
      'other/maven_install.json': json({
        artifacts: {
          'org.example:c': { shasums: { jar: sum }, version: '1.0' },
          'org.example:c:jar:linux': { shasums: { jar: sum }, version: '2.0' },
        },
        dependencies: {},
        version: '2',
      }),
    },
    expected: [
      'pkg:maven/org.example/a@1.0 required direct',
      'pkg:maven/org.example/b@1.0 required transitive',
      'pkg:maven/org.example/b@2.0 required direct',
      'pkg:maven/org.example/c@1.0 required direct',
      'pkg:maven/org.example/c@2.0 required direct',
    ],
  },
  {
    name: 'maven_install.json, the second format',
    unitType: 'maven',
    files: {
      'maven_install.json': json({
        artifacts: {
          'org.example:a': { shasums: { jar: sum, sources: sum }, version: '1.0' },
          'org.example:b:aar': { shasums: { aar: sum }, version: '2.0' },
          'org.example:b:jar:linux': { shasums: { jar: sum }, version: '2.0' },
        },
        dependencies: { 'org.example:a': ['org.example:b:aar'] },
        packages: {},
        repositories: {},
        version: '2',
      }),
    },
    expected: [
      'pkg:maven/org.example/a@1.0 required direct',
      'pkg:maven/org.example/b@2.0 required transitive',
    ],
  },
  {
    name: 'MODULE.bazel.lock: sources show the selected versions, and an extension its artifacts',
    unitType: 'bazel',
    files: {
      'MODULE.bazel.lock': json({
        lockFileVersion: 18,
        registryFileHashes: {
          'https://bcr.example.com/bazel_registry.json': sum,
          'https://bcr.example.com/modules/rules_a/1.0/MODULE.bazel': sum,
          'https://bcr.example.com/modules/rules_a/1.1/MODULE.bazel': sum,
          'https://bcr.example.com/modules/rules_a/1.1/source.json': sum,
          'https://bcr.example.com/modules/rules_b/2.0.bcr.1/source.json': sum,
          'https://other.example.com/modules/rules_b/2.0.bcr.1/source.json': null,
        },
        selectedYankedVersions: {},
        moduleExtensions: {
          '@@rules_jvm_external+//:extensions.bzl%maven': {
            general: {
              generatedRepoSpecs: {
                a_file: mavenRepository('org/example/tools/a/1.0/a-1.0.jar'),
                a_sources: mavenRepository('org/example/tools/a/1.0/a-1.0-sources.jar'),
              },
            },
          },
        },
        facts: {},
      }),
    },
    expected: [
      'pkg:bazel/rules_a@1.1 required direct',
      'pkg:bazel/rules_b@2.0.bcr.1 required direct',
      'pkg:maven/org.example.tools/a@1.0 required direct',
    ],
  },
  {
    name: 'MODULE.bazel.lock with a graph',
    unitType: 'bazel',
    files: {
      'MODULE.bazel.lock': json({
        lockFileVersion: 3,
        moduleDepGraph: {
          '<root>': {
            name: 'app',
            version: '',
            deps: { rules_a: 'rules_a@1.1', bazel_tools: 'bazel_tools@_' },
          },
          'rules_a@1.1': { name: 'rules_a', version: '1.1', deps: { own_name: 'rules_b@2.0' } },
          'rules_b@2.0': { name: 'rules_b', version: '2.0', deps: {} },
          'bazel_tools@_': { name: 'bazel_tools', version: '', deps: { rules_b: 'rules_b@2.0' } },
        },
        moduleExtensions: {},
      }),
    },
    expected: ['pkg:bazel/rules_a@1.1 required direct', 'pkg:bazel/rules_b@2.0 required transitive'],
  },
];
