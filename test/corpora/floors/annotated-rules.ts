import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { weaknessesIn } from '#test/engines/sast/scan-code.ts';

/** The folders of semgrep's public rules by language, with the extensions of their samples. */
const samples: Readonly<Record<string, readonly string[]>> = {
  javascript: ['js', 'jsx', 'mjs'],
  typescript: ['ts', 'tsx'],
  python: ['py'],
  go: ['go'],
  rust: ['rs'],
  php: ['php'],
  java: ['java'],
  csharp: ['cs', 'cshtml'],
  ruby: ['rb', 'erb'],
};

/** A comment that says what a rule must find in the next lines, or must not. */
const mark = /(?:^|[^\w])(ruleid|ok|todoruleid|todook|deepruleid):/;
/** The lines of code after a mark that belong to it. */
const reach = 8;

export interface Tally {
  marks: number;
  found: number;
  false: number;
}

const add = (all: Tally, { marks, found, false: wrong }: Tally): void => {
  all.marks += marks;
  all.found += found;
  all.false += wrong;
};

/** A mark with the last line that belongs to it. */
interface Mark {
  kind: string;
  from: number;
  to: number;
}

const marksIn = (text: string): Mark[] => {
  const lines = text.split('\n');
  const stated = lines.flatMap((line, index) => {
    const kind = mark.exec(line)?.[1];
    return kind === undefined ? [] : [{ kind, line: index + 1 }];
  });
  return stated.map(({ kind, line }, at) => ({
    kind,
    from: line + 1,
    to: Math.min(line + reach, (stated[at + 1]?.line ?? Infinity) - 1),
  }));
};

/** Compares what the engine finds in a sample with its marks. A finding of low confidence is never false. */
const tallyOf = (path: string): Tally => {
  const text = readFileSync(path, 'utf8');
  const marks = marksIn(text);
  const findings = marks.length === 0 ? [] : weaknessesIn({ [`src/${basename(path)}`]: text });
  const isIn =
    ({ from, to }: Mark) =>
    ({ line }: { line: number }): boolean =>
      line >= from && line <= to;
  const sure = findings.filter(({ confidence }) => confidence !== 'low');
  const asked = marks.filter(({ kind }) => kind === 'ruleid');
  return {
    marks: asked.length,
    found: asked.filter((each) => findings.some(isIn(each))).length,
    false: marks.filter(({ kind }) => kind === 'ok').filter((each) => sure.some(isIn(each))).length,
  };
};

export const recallOf = ({ marks, found }: Tally): number => found / marks;
export const precisionOf = ({ found, false: wrong }: Tally): number => found / (found + wrong);

/** Measures the engine on the samples of the security rules, without those that only ask for an audit. */
export const measureAnnotatedRules = (folder: string): Map<string, Tally> => {
  const byLanguage = new Map<string, Tally>();
  for (const [language, extensions] of Object.entries(samples)) {
    const tally: Tally = { marks: 0, found: 0, false: 0 };
    const paths = globSync(`${language}/**/security/**/*.{${extensions.join(',')},}`, { cwd: folder });
    for (const path of new Set(paths))
      if (!/\/audit\/|\.fixed\./.test(path) && extensions.some((each) => path.endsWith(`.${each}`)))
        add(tally, tallyOf(join(folder, path)));
    byLanguage.set(language, tally);
  }
  const all: Tally = { marks: 0, found: 0, false: 0 };
  for (const tally of byLanguage.values()) add(all, tally);
  return byLanguage.set('all of them', all);
};
