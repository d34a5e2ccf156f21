/**
 * Asks Gradle for the resolved dependencies of the cases, and for its reports about them, and stores its answers for the
 * tests (`npm run corpora`). It needs Gradle 4.4 or later on the path; `GRADLE` names another one.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildScript, configurations, gradleCases, type GradleCase } from './gradle-case.ts';

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const pathOf = (coordinates: string): string => {
  const [group = '', artifact = '', version = ''] = coordinates.split(':');
  return join(...group.split('.'), artifact, version, `${artifact}-${version}.pom`);
};

const place = (folder: string, each: GradleCase): void => {
  write(join(folder, 'build.gradle'), buildScript(each));
  for (const [key, text] of Object.entries(each.repository))
    write(join(folder, 'repository', pathOf(key)), text);
};

/** Prints `case configuration from to` for each resolved edge; the project itself is `project`. */
const edges = `subprojects {
  task edges {
    doLast {
      ${JSON.stringify(configurations)}.each { name ->
        configurations.getByName(name).incoming.resolutionResult.allDependencies { edge ->
          def label = { it instanceof ModuleComponentIdentifier ? "$it.group:$it.module:$it.version" : 'project' }
          if (edge instanceof ResolvedDependencyResult)
            println(['edge', project.name, name, label(edge.from.id), label(edge.selected.id)].join('\\t'))
          else println(['failed', project.name, name].join('\\t'))
        }
      }
    }
  }
}
`;
const imports =
  'import org.gradle.api.artifacts.component.ModuleComponentIdentifier\nimport org.gradle.api.artifacts.result.ResolvedDependencyResult\n';

const nameOf = (index: number): string => `c${String(index).padStart(3, '0')}`;

const work = mkdtempSync(join(tmpdir(), 'gradle-trees-'));
try {
  for (const [index, each] of gradleCases.entries()) place(join(work, nameOf(index)), each);
  const names = gradleCases.map((_, index) => `'${nameOf(index)}'`);
  write(join(work, 'settings.gradle'), `include ${names.join(', ')}\n`);
  write(join(work, 'build.gradle'), imports + edges);
  const gradle = (...tasks: string[]): string =>
    execFileSync(process.env['GRADLE'] ?? 'gradle', ['--offline', '--no-daemon', '-q', ...tasks], {
      cwd: work,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, GRADLE_USER_HOME: join(work, 'home') },
    });
  const resolved = gradle('edges').split('\n');
  const reports = gradle(...gradleCases.map((_, index) => `:${nameOf(index)}:dependencies`));
  const parts = reports.split(/(?=\n-{60}\nProject :c\d{3}\n-{60}\n)/);
  const answers = gradleCases.map(({ name }, index) => {
    const own = resolved.map((line) => line.split('\t')).filter(([, project]) => project === nameOf(index));
    const report = parts.find((part) => part.includes(`\nProject :${nameOf(index)}\n`)) ?? '';
    return {
      name,
      fails: own.some(([kind]) => kind === 'failed'),
      edges: own.filter(([kind]) => kind === 'edge').map(([, , ...edge]) => edge.join(' ')),
      report,
    };
  });
  const lines = answers.map((answer) => JSON.stringify(answer));
  writeFileSync(join(import.meta.dirname, 'answers.jsonl'), `${lines.join('\n')}\n`);
  process.stdout.write(
    `Gradle answered ${answers.filter((each) => each.edges.length > 0).length} of ${gradleCases.length} cases\n`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
