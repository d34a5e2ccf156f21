import { secretsIn } from '#test/engines/secrets/scan-secrets.ts';

export type RuleGroup = 'provider' | 'generic' | 'keys' | 'urls' | 'configs';

/** One file and its expected findings. */
export interface SecretCase {
  name: string;
  group: RuleGroup;
  path: string;
  text: string;
  /** `rule line` for each finding, in order of place; none for a clean file. */
  expected: string[];
}

/** A secret in a text, and the rule that must find it. */
export interface Planted {
  rule: string;
  value: string;
}

export const plant = (rule: string, value: string): Planted => ({ rule, value });

/** Tags a template that is a whole file; planted secrets are expected at their position. */
export const file =
  (group: RuleGroup, path: string, name = path) =>
  (strings: TemplateStringsArray, ...values: (Planted | string)[]): SecretCase => {
    const literals = strings.raw.map((literal) => literal.replaceAll(/\\(?=[`$])/g, ''));
    let text = literals[0] ?? '';
    const expected: string[] = [];
    values.forEach((value, index) => {
      if (typeof value === 'string') text += value;
      else {
        expected.push(`${value.rule} ${text.split('\n').length}`);
        text += value.value;
      }
      text += literals[index + 1] ?? '';
    });
    return { name, group, path, text, expected };
  };

export interface Score {
  cases: number;
  /** The number of expected findings with the right rule and line. */
  hits: number;
  missed: string[];
  /** Unexpected findings, including right lines under a wrong rule. */
  wrong: string[];
}

export const scoreOf = (cases: readonly SecretCase[]): Score => {
  const score: Score = { cases: cases.length, hits: 0, missed: [], wrong: [] };
  for (const { name, path, text, expected } of cases) {
    const found = secretsIn({ [path]: text }).map(({ rule, line }) => `${rule} ${line}`);
    const open = [...expected];
    for (const finding of found) {
      const at = open.indexOf(finding);
      if (at === -1) score.wrong.push(`${name}: ${finding}`);
      else open.splice(at, 1);
    }
    score.hits += expected.length - open.length;
    score.missed.push(...open.map((finding) => `${name}: ${finding}`));
  }
  return score;
};

export const recallOf = ({ hits, missed }: Score): number => hits / Math.max(1, hits + missed.length);
export const precisionOf = ({ hits, wrong }: Score): number => hits / Math.max(1, hits + wrong.length);
