/**
 * Asks Maven 3 for the trees of the cases, and stores its answers for the tests (`npm run corpora`). It needs Java 17,
 * Maven's libraries in `MAVEN_HOME` and poms of Debian's Java libraries in `MAVEN_REPO`, by default where Debian has them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chosenOfDebian, debianRepository } from './debian-poms.ts';
import { generatedCases } from './generated-cases.ts';
import type { MavenCase } from './maven-case.ts';
import { generatedCount } from './answers.ts';
import { ruleCases } from './rule-cases.ts';

const home = process.env['MAVEN_HOME'] ?? '/usr/share/maven';

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const pathOf = (coordinates: string): string => {
  const [group = '', artifact = '', version = ''] = coordinates.split(':');
  return join(...group.split('.'), artifact, version, `${artifact}-${version}.pom`);
};

const place = (folder: string, { repository, files }: MavenCase): void => {
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  const poms = Object.entries(repository);
  // The cases of Debian share its repository.
  if (poms.length === 0) symlinkSync(debianRepository, join(folder, 'repository'));
  for (const [key, text] of poms) write(join(folder, 'repository', pathOf(key)), text);
};

/** Returns the answers by the name of the case and the path of the project. */
const ask = (cases: readonly MavenCase[]): Record<string, Record<string, string[]>> => {
  const work = mkdtempSync(join(tmpdir(), 'maven-trees-'));
  try {
    for (const [index, each] of cases.entries())
      place(join(work, 'cases', String(index).padStart(4, '0')), each);
    const program = join(import.meta.dirname, 'ResolveTrees.java');
    const classes = `${home}/lib/*:${home}/boot/*`;
    // The cases have different poms with the same coordinates.
    const uncached = '-Dmaven.defaultProjectBuilder.disableGlobalModelCache=true';
    const output = execFileSync('java', [uncached, '-cp', classes, program, work], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const answers: Record<string, Record<string, string[]>> = {};
    for (const line of output.split('\n').filter((each) => /^\d{4}\t/.test(each))) {
      const [index = '', path = '', ...tree] = line.split('\t');
      const { name } = cases[Number(index)]!;
      (answers[name] ??= {})[path] = tree;
    }
    return answers;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const debian = await chosenOfDebian();
const cases = [...ruleCases, ...generatedCases(generatedCount), ...debian.cases];
const answers = ask(cases);

const store = (name: string, entries: Iterable<unknown>): void => {
  const lines = Array.from(entries, (entry) => JSON.stringify(entry));
  writeFileSync(join(import.meta.dirname, name), `${lines.join('\n')}\n`);
};
store('answers.jsonl', Object.entries(answers));
store('debian-poms.jsonl', debian.poms);
process.stdout.write(`Maven answered ${Object.keys(answers).length} of ${cases.length} cases\n`);
