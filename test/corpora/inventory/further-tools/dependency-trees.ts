import type { InventoryCase } from '../inventory-case.ts';

const one = (
  unitType: 'maven' | 'gradle',
  name: string,
  files: Record<string, string>,
  ...expected: string[]
): InventoryCase => ({ name, files, unitType, expected });

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

const ending = 'A web-based, searchable dependency report is available by adding the --scan option.';

const node = (name: string, version: string, scope: string, children: object[] = []) => {
  const [groupId, artifactId] = name.split(':');
  const more = children.length > 0 ? { children } : {};
  return { groupId, artifactId, version, type: 'jar', scope, classifier: '', optional: 'false', ...more };
};

export const cases: InventoryCase[] = [
  one(
    'maven',
    'dependency:tree: scopes, classifiers, optional and omitted entries',
    {
      'dependency-tree.txt': lines(
        'org.example:app:jar:1.0-SNAPSHOT',
        '+- org.example:a:jar:1.0:compile',
        '|  +- org.example:b:jar:linux-x86_64:2.0:compile',
        '|  |  \\- org.example:c:jar:3.0:runtime',
        '|  \\- (org.example:d:jar:4.0:compile - omitted for conflict with 4.1)',
        '+- org.example:d:jar:4.1:provided',
        '+- org.example:e:jar:5.0:compile (optional)',
        '\\- org.example:f:jar:6.0:test',
        '   \\- org.example:g:jar:7.0:test',
      ),
    },
    'local:org.example:app@1.0-SNAPSHOT required transitive',
    'pkg:maven/org.example/a@1.0 required direct',
    'pkg:maven/org.example/b@2.0 required transitive',
    'pkg:maven/org.example/c@3.0 required transitive',
    'pkg:maven/org.example/d@4.1 optional direct',
    'pkg:maven/org.example/e@5.0 optional direct',
    'pkg:maven/org.example/f@6.0 dev direct',
    'pkg:maven/org.example/g@7.0 dev transitive',
  ),
  one(
    'maven',
    'dependency:tree: the log of a build with modules that depend on each other',
    {
      'dependency-tree.txt': lines(
        '[INFO] Scanning for projects...',
        '[INFO] ',
        '[INFO] --- dependency:3.6.0:tree (default-cli) @ core ---',
        '[INFO] org.example:core:jar:1.0',
        '[INFO] \\- org.example:a:jar:1.0:compile',
        '[INFO] ',
        '[INFO] --- dependency:3.6.0:tree (default-cli) @ web ---',
        '[INFO] org.example:web:war:1.0',
        '[INFO] +- org.example:core:jar:1.0:compile',
        '[INFO] |  \\- org.example:a:jar:1.0:compile',
        '[INFO] \\- org.example:b:jar:2.0:compile',
        '[INFO] ------------------------------------------------------------------------',
        '[INFO] BUILD SUCCESS',
      ),
    },
    'local:org.example:core@1.0 required direct',
    'local:org.example:web@1.0 required transitive',
    'pkg:maven/org.example/a@1.0 required direct',
    'pkg:maven/org.example/b@2.0 required direct',
  ),
  one(
    'maven',
    'dependency:tree as JSON',
    {
      'dependency-tree.json': JSON.stringify(
        node('org.example:app', '1.0', '', [
          node('org.example:a', '1.0', 'compile', [node('org.example:b', '2.0', 'runtime')]),
          node('org.example:t', '3.0', 'test'),
        ]),
        null,
        2,
      ),
    },
    'local:org.example:app@1.0 required transitive',
    'pkg:maven/org.example/a@1.0 required direct',
    'pkg:maven/org.example/b@2.0 required transitive',
    'pkg:maven/org.example/t@3.0 dev direct',
  ),
  one(
    'gradle',
    'gradle dependencies: selected versions, projects, constraints and what cannot be resolved',
    {
      'gradle-dependencies.txt': lines(
        '',
        '------------------------------------------------------------',
        "Root project 'app'",
        '------------------------------------------------------------',
        '',
        "implementation - Implementation dependencies for the 'main' feature. (n)",
        '+--- org.example:a:1.0 (n)',
        '\\--- project lib (n)',
        '',
        "runtimeClasspath - Runtime classpath of source set 'main'.",
        '+--- org.example:a:1.0 -> 1.1',
        '|    +--- org.example:b -> 2.0',
        '|    \\--- org.example:c:{strictly [3.0, 4.0)} -> 3.5',
        '+--- project :lib',
        '|    \\--- org.example:old:1.0 -> org.example:new:4.0',
        '+--- org.example:b:2.0 (c)',
        '\\--- org.example:a:1.1 (*)',
        '',
        "testRuntimeClasspath - Runtime classpath of source set 'test'.",
        '\\--- org.example:t:5.0',
        '     \\--- org.example:b:2.0',
        '',
        'zinc',
        'No dependencies',
        '',
        '(*) - Indicates repeated occurrences of a transitive dependency subtree.',
        '',
        ending,
      ),
    },
    'local::lib required direct',
    'pkg:maven/org.example/a@1.1 required direct',
    'pkg:maven/org.example/b@2.0 required transitive',
    'pkg:maven/org.example/c@3.5 required transitive',
    'pkg:maven/org.example/new@4.0 required transitive',
    'pkg:maven/org.example/t@5.0 dev direct',
  ),
];
