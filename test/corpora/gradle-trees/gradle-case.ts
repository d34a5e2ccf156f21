import { dep, pomXml, published, type PomParts } from '#test/corpora/maven-trees/maven-case.ts';

/** A project of Gradle and the published poms around it. */
export interface GradleCase {
  name: string;
  /** Texts of published poms by `group:artifact:version`. */
  repository: Readonly<Record<string, string>>;
  /** The statements of its dependencies. */
  dependencies: readonly string[];
}

/** The configurations that Gradle is asked about. */
export const configurations = ['runtimeClasspath', 'testRuntimeClasspath'] as const;

/** Writes the build script of a case; its repository lies in a folder beside it. */
export const buildScript = ({ dependencies }: Pick<GradleCase, 'dependencies'>): string =>
  [
    "plugins {\n  id 'java'\n}",
    "repositories {\n  maven { url = file('repository').toURI() }\n}",
    `dependencies {\n${dependencies.map((each) => `  ${each}\n`).join('')}}\n`,
  ].join('\n\n');

const one = (
  name: string,
  dependencies: readonly string[],
  poms: Readonly<Record<string, PomParts>>,
): GradleCase => ({ name, dependencies, repository: published(poms) });

const needs = (...all: string[]): PomParts => ({ needs: all.map((each) => dep(each)) });

/** Cases of one rule each. */
const ruleCases: readonly GradleCase[] = [
  one('one dependency without any', ["implementation 'g:a:1.0'"], { 'g:a:1.0': {} }),
  one('a chain of three', ["implementation 'g:a:1.0'"], {
    'g:a:1.0': needs('g:b:1.0'),
    'g:b:1.0': needs('g:c:1.0'),
    'g:c:1.0': {},
  }),
  one(
    'the highest version wins, wherever it is asked for',
    ["implementation 'g:a:1.0'", "implementation 'g:c:1.0'"],
    {
      'g:a:1.0': needs('g:b:1.0'),
      'g:b:1.0': needs('g:c:1.10'),
      'g:c:1.0': {},
      'g:c:1.10': needs('g:d:1.0'),
      'g:d:1.0': {},
    },
  ),
  one(
    'what only a version that lost asks for is gone',
    ["implementation 'g:a:1.0'", "implementation 'g:b:2.0'"],
    {
      'g:a:1.0': needs('g:b:1.0'),
      'g:b:1.0': needs('g:old:1.0'),
      'g:b:2.0': {},
      'g:old:1.0': {},
    },
  ),
  one('scopes of poms: test, provided and optional ones are not followed', ["implementation 'g:a:1.0'"], {
    'g:a:1.0': {
      needs: [
        dep('g:b:1.0', { scope: 'test' }),
        dep('g:c:1.0', { scope: 'provided' }),
        dep('g:d:1.0', { optional: 'true' }),
        dep('g:e:1.0', { scope: 'runtime' }),
      ],
    },
    'g:b:1.0': {},
    'g:c:1.0': {},
    'g:d:1.0': {},
    'g:e:1.0': {},
  }),
  one('exclusions of a pom', ["implementation 'g:a:1.0'"], {
    'g:a:1.0': { needs: [dep('g:b:1.0', { exclusions: ['g:c'] })] },
    'g:b:1.0': needs('g:c:1.0', 'g:d:1.0'),
    'g:c:1.0': {},
    'g:d:1.0': {},
  }),
  one(
    'an excluded module that another way leads to',
    ["implementation 'g:a:1.0'", "implementation 'g:d:1.0'"],
    {
      'g:a:1.0': { needs: [dep('g:b:1.0', { exclusions: ['g:c'] })] },
      'g:b:1.0': needs('g:c:1.0'),
      'g:d:1.0': needs('g:c:1.1'),
      'g:c:1.0': {},
      'g:c:1.1': {},
    },
  ),
  one('a parent states versions and dependencies', ["implementation 'g:a:1.0'"], {
    'g:parent:1': { packaging: 'pom', managed: [dep('g:b:1.1')], needs: [dep('g:c:1.0')] },
    'g:a:1.0': { parent: 'g:parent:1', needs: [dep('g:b')] },
    'g:b:1.1': {},
    'g:c:1.0': {},
  }),
  one('managed versions of a pom hold for its own dependencies only', ["implementation 'g:a:1.0'"], {
    'g:a:1.0': { managed: [dep('g:c:2.0')], needs: [dep('g:b:1.0')] },
    'g:b:1.0': needs('g:c:1.0'),
    'g:c:1.0': {},
    'g:c:2.0': {},
  }),
  one('dependencies in a circle', ["implementation 'g:a:1.0'"], {
    'g:a:1.0': needs('g:b:1.0'),
    'g:b:1.0': needs('g:a:1.0', 'g:c:1.0'),
    'g:c:1.0': {},
  }),
  one(
    'configurations',
    [
      "implementation 'g:a:1.0'",
      "testImplementation 'g:t:1.0'",
      "compileOnly 'g:o:1.0'",
      "runtimeOnly 'g:r:1.0'",
    ],
    {
      'g:a:1.0': needs('g:b:1.0'),
      'g:b:1.0': {},
      'g:t:1.0': needs('g:b:1.1'),
      'g:b:1.1': {},
      'g:o:1.0': {},
      'g:r:1.0': {},
    },
  ),
  one('qualifiers in the order of versions', ["implementation 'g:a:1.0'", "implementation 'g:b:1.0-rc-1'"], {
    'g:a:1.0': needs('g:b:1.0-beta2', 'g:c:1.0.1'),
    'g:b:1.0-beta2': {},
    'g:b:1.0-rc-1': needs('g:c:1.0'),
    'g:c:1.0': {},
    'g:c:1.0.1': {},
  }),
];

/** Numbers below a limit, the same for the same seed. */
const numbersFrom = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
};

const versions = ['1.0', '1.1', '1.10', '2.0-rc1', '2.0'];
const artifacts = ['g:a', 'g:b', 'h.core:c', 'h.core:d', 'g:e', 'g:f', 'h.core:g', 'g:h'];

/** Makes a project over eight artifacts in five versions, each of which depends on some of those after it. */
const generatedCase = (seed: number): GradleCase => {
  const draw = numbersFrom(seed + 1);
  const pick = <T>(items: readonly T[]): T => items[draw(items.length)]!;
  const poms = artifacts.flatMap((artifact, at) =>
    versions.map((version): [string, PomParts] => {
      const after = artifacts.slice(at + 1);
      const among = after.filter(() => draw(3) === 0);
      const own = among.map((each) =>
        dep(`${each}:${pick(versions)}`, {
          scope: pick(['compile', 'compile', 'runtime', 'test']),
          ...(draw(9) === 0 && { optional: 'true' }),
          ...(draw(5) === 0 && { exclusions: [pick(artifacts)] }),
        }),
      );
      return [`${artifact}:${version}`, { needs: own }];
    }),
  );
  const asked = artifacts.filter(() => draw(3) === 0);
  const statements = (asked.length === 0 ? artifacts.slice(0, 1) : asked).map(
    (artifact) =>
      `${pick(['implementation', 'implementation', 'runtimeOnly', 'testImplementation'])} '${artifact}:${pick(versions)}'`,
  );
  return {
    name: `generated ${seed}`,
    dependencies: statements,
    repository: Object.fromEntries(poms.map(([named, parts]) => [named, pomXml(named, parts)])),
  };
};

const generatedCount = 60;

export const gradleCases: readonly GradleCase[] = [
  ...ruleCases,
  ...Array.from({ length: generatedCount }, (_, seed) => generatedCase(seed)),
];
