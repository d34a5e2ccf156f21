import type { InventoryCase } from './inventory-case.ts';

const dependency = (coordinate: string, rest = ''): string => {
  const [group, artifact, version] = coordinate.split(' ');
  const stated = version === undefined ? '' : `<version>${version}</version>`;
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${stated}${rest}</dependency>`;
};

const needs = (...dependencies: string[]): string => `<dependencies>${dependencies.join('')}</dependencies>`;
const manages = (...dependencies: string[]): string =>
  `<dependencyManagement>${needs(...dependencies)}</dependencyManagement>`;
const properties = (entries: Record<string, string>): string =>
  `<properties>${Object.entries(entries)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</properties>`;
const parent = (coordinate: string, path?: string): string => {
  const [group, artifact, version] = coordinate.split(' ');
  const relative = path === undefined ? '' : `<relativePath>${path}</relativePath>`;
  return `<parent><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${relative}</parent>`;
};
const project = (...parts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<project xmlns="http://maven.apache.org/POM/4.0.0">${parts.join('\n')}</project>\n`;
const named = (coordinate: string): string => {
  const [group, artifact, version] = coordinate.split(' ');
  return `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>`;
};

const one = (name: string, pom: string, ...expected: string[]): InventoryCase => ({
  name,
  files: { 'pom.xml': pom },
  unitType: 'maven',
  expected,
});

const own = named('com.example app 1.0');

export const cases: InventoryCase[] = [
  one('a project without dependencies', project(own)),
  one(
    'a plain dependency',
    project(own, needs(dependency('org.slf4j slf4j-api 2.0.9'))),
    'pkg:maven/org.slf4j/slf4j-api@2.0.9 required direct',
  ),
  one(
    'scopes: test is for development, provided comes from the host, system and runtime are required',
    project(
      own,
      needs(
        dependency('g compile 1', '<scope>compile</scope>'),
        dependency('g runtime 1', '<scope>runtime</scope>'),
        dependency('g test 1', '<scope>test</scope>'),
        dependency('g provided 1', '<scope>provided</scope>'),
        dependency('g system 1', '<scope>system</scope>'),
      ),
    ),
    'pkg:maven/g/compile@1 required direct',
    'pkg:maven/g/provided@1 optional direct',
    'pkg:maven/g/runtime@1 required direct',
    'pkg:maven/g/system@1 required direct',
    'pkg:maven/g/test@1 dev direct',
  ),
  one(
    'an optional dependency',
    project(
      own,
      needs(
        dependency('g a 1', '<optional>true</optional>'),
        dependency('g b 1', '<optional>false</optional>'),
      ),
    ),
    'pkg:maven/g/a@1 optional direct',
    'pkg:maven/g/b@1 required direct',
  ),
  one(
    'properties, even in properties',
    project(
      own,
      properties({ major: '2', 'lib.version': '${major}.5' }),
      needs(dependency('g a ${lib.version}')),
    ),
    'pkg:maven/g/a@2.5 required direct',
  ),
  one(
    'properties of the model: version, group and artifact of the project',
    project(
      own,
      needs(
        dependency('${project.groupId} ${project.artifactId}-api ${project.version}'),
        dependency('g b ${pom.version}'),
      ),
    ),
    'pkg:maven/com.example/app-api@1.0 required direct',
    'pkg:maven/g/b@1.0 required direct',
  ),
  one(
    'an unknown property leaves the version unknown',
    project(own, needs(dependency('g a ${nowhere}'))),
    'pkg:maven/g/a required direct',
  ),
  one(
    'properties in a cycle leave the version unknown',
    project(own, properties({ a: '${b}', b: '${a}' }), needs(dependency('g a ${a}'))),
    'pkg:maven/g/a required direct',
  ),
  one(
    'a range leaves the version unknown, an exact one does not',
    project(own, needs(dependency('g a [1.0,2.0)'), dependency('g b [1.5]'), dependency('g c LATEST'))),
    'pkg:maven/g/a required direct',
    'pkg:maven/g/b@1.5 required direct',
    'pkg:maven/g/c required direct',
  ),
  one(
    'dependency management gives version and scope, and is not a dependency',
    project(
      own,
      manages(dependency('g a 1.1'), dependency('g b 2.0', '<scope>test</scope>'), dependency('g unused 9')),
      needs(dependency('g a'), dependency('g b')),
    ),
    'pkg:maven/g/a@1.1 required direct',
    'pkg:maven/g/b@2.0 dev direct',
  ),
  one(
    'an explicit version takes precedence over the managed one',
    project(own, manages(dependency('g a 1')), needs(dependency('g a 2'))),
    'pkg:maven/g/a@2 required direct',
  ),
  one(
    'dependency management distinguishes types and classifiers',
    project(
      own,
      manages(dependency('g a 1'), dependency('g a 2', '<type>test-jar</type>')),
      needs(dependency('g a', '<type>test-jar</type><scope>test</scope>')),
    ),
    'pkg:maven/g/a@2 dev direct',
  ),
  one(
    'a missing parent leaves versions unknown',
    project(
      parent('org.springframework.boot spring-boot-starter-parent 3.2.0', ''),
      needs(dependency('org.example a')),
    ),
    'pkg:maven/org.example/a required direct',
  ),
  one(
    'a parent or BOM that releases its group together with itself determines the version',
    project(
      parent('org.springframework.boot spring-boot-starter-parent 3.2.0', ''),
      manages(
        dependency('io.netty netty-bom 4.1.104.Final', '<type>pom</type><scope>import</scope>'),
        dependency(
          'com.fasterxml.jackson jackson-bom 2.13.4.20221013',
          '<type>pom</type><scope>import</scope>',
        ),
      ),
      needs(
        dependency('org.springframework.boot spring-boot-starter-web'),
        dependency('io.netty netty-handler'),
        dependency('io.netty netty-tcnative-boringssl-static'),
        dependency('com.fasterxml.jackson.core jackson-databind'),
        dependency('org.postgresql postgresql'),
      ),
    ),
    'pkg:maven/com.fasterxml.jackson.core/jackson-databind required direct',
    'pkg:maven/io.netty/netty-handler@4.1.104.Final required direct',
    'pkg:maven/io.netty/netty-tcnative-boringssl-static required direct',
    'pkg:maven/org.postgresql/postgresql required direct',
    'pkg:maven/org.springframework.boot/spring-boot-starter-web@3.2.0 required direct',
  ),
  one(
    'the profile that is active by default counts, another one does not',
    project(
      own,
      `<profiles>
        <profile><id>on</id><activation><activeByDefault>true</activeByDefault></activation>${properties({ v: '3' })}${needs(dependency('g on ${v}'))}</profile>
        <profile><id>off</id>${needs(dependency('g off 1'))}</profile>
      </profiles>`,
    ),
    'pkg:maven/g/on@3 required direct',
  ),
  one(
    'plugins and their dependencies are not dependencies of the program',
    project(
      own,
      `<build><plugins><plugin><groupId>g</groupId><artifactId>p</artifactId><version>1</version>${needs(dependency('g x 1'))}</plugin></plugins></build>`,
    ),
  ),
  one(
    'comments, CDATA, prefixes and character references are read as in XML',
    `<m:project xmlns:m="http://maven.apache.org/POM/4.0.0"><!-- <dependencies/> --><m:dependencies><m:dependency><m:groupId> g </m:groupId><m:artifactId><![CDATA[a]]></m:artifactId><m:version>1&#46;2</m:version></m:dependency></m:dependencies></m:project>`,
    'pkg:maven/g/a@1.2 required direct',
  ),
  {
    name: 'versions and dependencies from the parent above, which the child may change',
    files: {
      'pom.xml': project(
        named('com.example root 1.0'),
        '<packaging>pom</packaging><modules><module>core</module></modules>',
        properties({ 'a.version': '1', 'b.version': '1' }),
        manages(dependency('g a ${a.version}'), dependency('g b ${b.version}')),
        needs(dependency('g everywhere 7')),
      ),
      'core/pom.xml': project(
        parent('com.example root 1.0'),
        '<artifactId>core</artifactId>',
        properties({ 'b.version': '2' }),
        needs(dependency('g a'), dependency('g b')),
      ),
    },
    unitType: 'maven',
    expected: [
      'pkg:maven/g/a@1 required direct',
      'pkg:maven/g/b@2 required direct',
      'pkg:maven/g/everywhere@7 required direct',
    ],
  },
  {
    name: 'a parent in a sibling directory, by its relative path',
    files: {
      'parent/pom.xml': project(named('com.example parent 1.0'), manages(dependency('g a 1'))),
      'core/pom.xml': project(
        parent('com.example parent 1.0', '../parent'),
        '<artifactId>core</artifactId>',
        needs(dependency('g a')),
      ),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/a@1 required direct'],
  },
  {
    name: 'a parent anywhere in the tree, by its name, although the relative path leads to another project',
    files: {
      'pom.xml': project(named('com.example aggregator 1.0')),
      'build/parent/pom.xml': project(named('com.example parent 1.0'), manages(dependency('g a 1'))),
      'core/pom.xml': project(
        parent('com.example parent 1.0'),
        '<artifactId>core</artifactId>',
        needs(dependency('g a')),
      ),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/a@1 required direct'],
  },
  {
    name: 'a BOM of the tree, whose own properties count for its versions',
    files: {
      'pom.xml': project(
        named('com.example root 1.0'),
        properties({ v: 'wrong' }),
        manages(dependency('com.example bom 1.0', '<type>pom</type><scope>import</scope>')),
        needs(dependency('g a')),
      ),
      'bom/pom.xml': project(
        named('com.example bom 1.0'),
        properties({ v: '4.2' }),
        manages(dependency('g a ${v}')),
      ),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/a@4.2 required direct'],
  },
  {
    name: 'a directly managed version takes precedence over an imported BOM',
    files: {
      'pom.xml': project(
        named('com.example root 1.0'),
        manages(
          dependency('com.example bom 1.0', '<type>pom</type><scope>import</scope>'),
          dependency('g a 1'),
        ),
        needs(dependency('g a')),
      ),
      'bom/pom.xml': project(named('com.example bom 1.0'), manages(dependency('g a 2'))),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/a@1 required direct'],
  },
  {
    name: 'a module that another one depends on is local',
    files: {
      'pom.xml': project(named('com.example root 1.0')),
      'core/pom.xml': project(
        parent('com.example root 1.0'),
        '<artifactId>core</artifactId>',
        needs(dependency('g a 1')),
      ),
      'app/pom.xml': project(
        parent('com.example root 1.0'),
        '<artifactId>app</artifactId>',
        needs(dependency('${project.groupId} core ${project.version}')),
      ),
    },
    unitType: 'maven',
    expected: ['local:com.example:core@1.0 required direct', 'pkg:maven/g/a@1 required direct'],
  },
  {
    name: 'versions by ${revision}, as continuous delivery has them',
    files: {
      'pom.xml': project(named('com.example root ${revision}'), properties({ revision: '5.0-SNAPSHOT' })),
      'core/pom.xml': project(parent('com.example root ${revision}'), '<artifactId>core</artifactId>'),
      'app/pom.xml': project(
        parent('com.example root ${revision}'),
        '<artifactId>app</artifactId>',
        needs(
          dependency('com.example core ${project.version}'),
          dependency('com.example plugin ${revision}'),
        ),
      ),
    },
    unitType: 'maven',
    expected: [
      'local:com.example:core@5.0-SNAPSHOT required direct',
      'pkg:maven/com.example/plugin@5.0-SNAPSHOT required direct',
    ],
  },
  {
    name: 'the same package of several modules is one, with the strongest scope; two versions are two',
    files: {
      'pom.xml': project(named('com.example root 1.0')),
      'a/pom.xml': project(own, needs(dependency('g x 1', '<scope>test</scope>'), dependency('g y 1'))),
      'b/pom.xml': project(own, needs(dependency('g x 1'), dependency('g y 2'))),
    },
    unitType: 'maven',
    expected: [
      'pkg:maven/g/x@1 required direct',
      'pkg:maven/g/y@1 required direct',
      'pkg:maven/g/y@2 required direct',
    ],
  },
  {
    name: 'parents in a cycle end',
    files: {
      'a/pom.xml': project(parent('g b 1', '../b'), '<artifactId>a</artifactId>', needs(dependency('g x'))),
      'b/pom.xml': project(
        parent('g a 1', '../a'),
        '<artifactId>b</artifactId>',
        manages(dependency('g x 1')),
      ),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/x@1 required direct'],
  },
  {
    name: 'projects under src/it are for tests',
    files: {
      'pom.xml': project(own, needs(dependency('g a 1'))),
      'src/it/old/pom.xml': project(own, needs(dependency('g vulnerable 0'))),
    },
    unitType: 'maven',
    expected: ['pkg:maven/g/a@1 required direct'],
  },
];
