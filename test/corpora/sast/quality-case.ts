/**
 * A realistic piece of code. A line with a weakness ends in a comment `! rule`; a piece without any is clean.
 * Any other finding is a false positive.
 */
export interface QualityCase {
  group: string;
  code: string;
  /** The file name, when the dialect matters. */
  file?: string;
}

/** Splits a text into the cases of one group at lines of dashes. */
export const casesOf = (group: string, text: string, file?: string): QualityCase[] =>
  text
    .split(/^-{3,}\n/m)
    .map((code) => code.trim())
    .filter((code) => code !== '')
    .map((code) => ({ group, code: `${code}\n`, ...(file && { file }) }));

/** Returns `rule:line` of every marked weakness. */
export const expectedOf = ({ code }: QualityCase): string[] =>
  code.split('\n').flatMap((line, index) => {
    const [, rules = ''] = /(?:\/\/|#) ! ([\w, -]+)$/.exec(line) ?? [];
    return rules
      .split(',')
      .map((rule) => rule.trim())
      .filter((rule) => rule !== '')
      .map((rule) => `${rule}:${index + 1}`);
  });
