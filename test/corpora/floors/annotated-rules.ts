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

/** The marks that some findings meet. */
interface Met {
  found: number;
  false: number;
}

export interface Tally {
  marks: number;
  /** By the findings of full confidence alone. */
  sure: Met;
  /** By all findings: one of low confidence may be found or false like any other. */
  all: Met;
}

const emptyTally = (): Tally => ({ marks: 0, sure: { found: 0, false: 0 }, all: { found: 0, false: 0 } });

const addMet = (sum: Met, { found, false: wrong }: Met): void => {
  sum.found += found;
  sum.false += wrong;
};

const add = (sum: Tally, { marks, sure, all }: Tally): void => {
  sum.marks += marks;
  addMet(sum.sure, sure);
  addMet(sum.all, all);
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

/** Compares what the engine finds in a sample with its marks. */
const tallyOf = (path: string): Tally => {
  const text = readFileSync(path, 'utf8');
  const marks = marksIn(text);
  const findings = marks.length === 0 ? [] : weaknessesIn({ [`src/${basename(path)}`]: text });
  const met = (lines: readonly number[]): Met => {
    const of = (kind: string): number =>
      marks.filter((each) => each.kind === kind && lines.some((line) => line >= each.from && line <= each.to))
        .length;
    return { found: of('ruleid'), false: of('ok') };
  };
  return {
    marks: marks.filter(({ kind }) => kind === 'ruleid').length,
    sure: met(findings.filter(({ confidence }) => confidence !== 'low').map(({ line }) => line)),
    all: met(findings.map(({ line }) => line)),
  };
};

export const recallOf = (marks: number, { found }: Met): number => found / marks;
export const precisionOf = ({ found, false: wrong }: Met): number => found / (found + wrong);

/** Measures the engine on the samples of the security rules, without those that only ask for an audit. */
export const measureAnnotatedRules = (folder: string): Map<string, Tally> => {
  const byLanguage = new Map<string, Tally>();
  for (const [language, extensions] of Object.entries(samples)) {
    const tally = emptyTally();
    const paths = globSync(`${language}/**/security/**/*.{${extensions.join(',')},}`, { cwd: folder });
    for (const path of new Set(paths))
      if (!/\/audit\/|\.fixed\./.test(path) && extensions.some((each) => path.endsWith(`.${each}`)))
        add(tally, tallyOf(join(folder, path)));
    byLanguage.set(language, tally);
  }
  const all = emptyTally();
  for (const tally of byLanguage.values()) add(all, tally);
  return byLanguage.set('all of them', all);
};
