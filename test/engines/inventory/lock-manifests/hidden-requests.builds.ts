import type { HiddenRequest, HiddenRequests } from './hidden-requests.ts';

const pom = (name: string, version = '1.0'): string =>
  `<project><groupId>a</groupId><artifactId>b</artifactId><version>1</version><dependencies><dependency><groupId>g</groupId><artifactId>${name.slice(2)}</artifactId><version>${version}</version></dependency></dependencies></project>`;
const gradle = (name: string): string =>
  `plugins { id 'java' }\ndependencies { implementation '${name}:1.0' }\n`;
const names = ['g:present', 'g:absent'] as const;

const maven = (lockfile: HiddenRequest['lockfile']): HiddenRequest => ({
  manifest: 'pom.xml',
  lockfile,
  asks: (name) => ({ 'pom.xml': pom(name) }),
  names,
  fixed: (name) => ({ 'pom.xml': pom(name, '0.9') }),
});

const project = (name: string, version = '1.0.0'): string =>
  `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="${name}" Version="${version}" /></ItemGroup></Project>`;
const packagesConfig = (name: string, version = '1.0.0'): string =>
  `<packages><package id="${name}" version="${version}" /></packages>`;
const ofNuget = ['Present.Net', 'Absent.Net'] as const;

const nuget = (lockfile: HiddenRequest['lockfile']): HiddenRequest[] => [
  {
    manifest: 'app.csproj',
    lockfile,
    asks: (name) => ({ 'app.csproj': project(name) }),
    names: ofNuget,
    fixed: (name) => ({ 'app.csproj': project(name, '0.9.0') }),
  },
  {
    manifest: 'packages.config',
    lockfile,
    asks: (name) => ({ 'packages.config': packagesConfig(name) }),
    names: ofNuget,
    fixed: (name) => ({ 'packages.config': packagesConfig(name, '0.9.0') }),
  },
];

const restored = { 'net8.0': { 'Present.Net/1.0.0': { type: 'package' } } };
const libraries = { 'Present.Net/1.0.0': { type: 'package', sha512: 'aa==' } };

/** The lockfiles and reports of build systems. */
export const builds = {
  'maven-tree': {
    cases: [
      maven({ 'dependency-tree.txt': 'a:b:jar:1\n\\- g:present:jar:1.0:compile\n' }),
      maven({
        'dependency-tree.json': JSON.stringify({
          groupId: 'a',
          artifactId: 'b',
          version: '1',
          children: [{ groupId: 'g', artifactId: 'present', version: '1.0', scope: 'compile' }],
        }),
      }),
      {
        manifest: 'pom.xml',
        lockfile: { 'maven-tree.txt': 'a:b:jar:1\n\\- g:present:jar:1.0:compile\n' },
        asks: (name) => ({
          'pom.xml':
            '<project><parent><groupId>a</groupId><artifactId>p</artifactId><version>1</version><relativePath>parent</relativePath></parent><artifactId>b</artifactId></project>',
          'parent/pom.xml': pom(name).replace('<artifactId>b<', '<artifactId>p<'),
        }),
        names,
      },
    ],
  },
  'maven-install': {
    cases: [
      maven({
        'maven_install.json': JSON.stringify({ artifacts: { 'g:present': { version: '1.0', shasums: {} } } }),
      }),
      {
        manifest: 'MODULE.bazel',
        lockfile: {
          'maven_install.json': JSON.stringify({
            artifacts: { 'g:present': { version: '1.0', shasums: {} } },
          }),
        },
        asks: (name) => ({
          'MODULE.bazel': `maven.install(\n  artifacts = ["${name}:1.0"], # (\n  lock_file = "//:maven_install.json",\n)\nmaven.install(artifacts = ["g:elsewhere:1"], lock_file = "//:other_maven_install.json")\n`,
        }),
        names,
      },
    ],
  },
  'module-lock': {
    cases: [
      {
        manifest: 'MODULE.bazel',
        lockfile: {
          'MODULE.bazel.lock': JSON.stringify({
            lockFileVersion: 18,
            registryFileHashes: { 'https://bcr.bazel.build/modules/present/1.0/source.json': 'x' },
            moduleExtensions: {},
          }),
        },
        asks: (name) => ({
          'MODULE.bazel': `bazel_dep(name = "${name}", version = "1.0")\nbazel_dep(name = "own")\nlocal_path_override(module_name = "own", path = "own")\n`,
        }),
        names: ['present', 'absent'],
      },
      {
        manifest: 'MODULE.bazel',
        lockfile: {
          'MODULE.bazel.lock': JSON.stringify({
            registryFileHashes: {},
            moduleExtensions: {
              '@@rules_jvm_external~//:extensions.bzl%maven': {
                general: {
                  generatedRepoSpecs: {
                    x: {
                      attributes: {
                        urls: ['https://repo1.maven.org/maven2/g/present/1.0/present-1.0.jar'],
                        downloaded_file_path: 'v1/https/repo1.maven.org/maven2/g/present/1.0/present-1.0.jar',
                      },
                    },
                  },
                },
              },
            },
          }),
        },
        asks: (name) => ({ 'MODULE.bazel': `maven.install(artifacts = ["${name}:1.0"])\n` }),
        names,
      },
    ],
  },
  'gradle-lockfile': {
    cases: [
      {
        manifest: 'build.gradle',
        lockfile: { 'gradle.lockfile': 'g:present:1.0=runtimeClasspath\nempty=\n' },
        asks: (name) => ({ 'build.gradle': gradle(name) }),
        names,
      },
    ],
  },
  'gradle-dependencies': {
    cases: [
      {
        manifest: 'build.gradle',
        lockfile: {
          'gradle-dependencies.txt':
            "Root project 'a'\n\nruntimeClasspath - Runtime classpath.\n\\--- g:present:1.0\n\nBUILD SUCCESSFUL in 1s\n",
        },
        asks: (name) => ({ 'build.gradle': gradle(name) }),
        names,
      },
    ],
  },
  'verification-metadata': {
    cases: [
      {
        manifest: 'build.gradle',
        lockfile: {
          'gradle/verification-metadata.xml':
            '<verification-metadata><components><component group="g" name="present" version="1.0"><artifact name="present-1.0.jar"/></component></components></verification-metadata>',
        },
        asks: (name) => ({ 'build.gradle': gradle(name) }),
        names,
      },
    ],
  },
  'sbt-lock': {
    cases: [
      {
        manifest: 'build.sbt',
        lockfile: {
          'build.sbt.lock': JSON.stringify({
            lockVersion: 1,
            dependencies: [
              { org: 'g', name: 'present_2.13', version: '1.0', artifacts: [], configurations: [] },
            ],
          }),
        },
        asks: (name) => ({
          'build.sbt': `libraryDependencies += "g" %% "${name.slice(2)}" % "1.0"\ndependencyOverrides += "g" % "forced" % "1"\n`,
        }),
        names,
      },
    ],
  },
  'packages-lock': {
    cases: nuget({
      'packages.lock.json': JSON.stringify({
        version: 1,
        dependencies: {
          'net8.0': {
            'Present.Net': { type: 'Direct', requested: '[1.0.0, )', resolved: '1.0.0', contentHash: 'x' },
          },
        },
      }),
    }),
  },
  'paket-lock': {
    cases: [
      {
        manifest: 'paket.dependencies',
        lockfile: { 'paket.lock': 'NUGET\n  remote: x\n    Present.Net (1.0.0)\n' },
        asks: (name) => ({ 'paket.dependencies': `nuget ${name}\n` }),
        names: ofNuget,
      },
      ...nuget({ 'paket.lock': 'NUGET\n  remote: x\n    Present.Net (1.0.0)\n' }),
    ],
  },
  'project-assets': {
    cases: nuget({
      'obj/project.assets.json': JSON.stringify({ version: 3, targets: restored, libraries }),
    }),
  },
  'deps-json': {
    cases: nuget({ 'app.deps.json': JSON.stringify({ targets: restored, libraries }) }),
  },
} satisfies Record<string, HiddenRequests>;
