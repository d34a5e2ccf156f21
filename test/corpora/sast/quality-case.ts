/**
 * A realistic piece of code. Where a weakness is, the line ends in a comment `! rule`; a piece without any is clean.
 * What else is found in it is a false positive.
 */
export interface QualityCase {
  group: string;
  code: string;
  /** Where the dialect matters. */
  file?: string;
}

/** Cases of one group from one text, parted by lines of dashes. */
export const casesOf = (group: string, text: string, file?: string): QualityCase[] =>
  text
    .split(/^-{3,}\n/m)
    .map((code) => code.trim())
    .filter((code) => code !== '')
    .map((code) => ({ group, code: `${code}\n`, ...(file && { file }) }));

/** `rule:line` of every weakness that is marked. */
export const expectedOf = ({ code }: QualityCase): string[] =>
  code.split('\n').flatMap((line, index) => {
    const [, rules = ''] = /(?:\/\/|#) ! ([\w, -]+)$/.exec(line) ?? [];
    return rules
      .split(',')
      .map((rule) => rule.trim())
      .filter((rule) => rule !== '')
      .map((rule) => `${rule}:${index + 1}`);
  });
