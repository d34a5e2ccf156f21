import { readFileSync } from 'node:fs';

/** What a package manager says of two versions; null when it refuses one of them. */
export interface ToolAnswer {
  a: string;
  b: string;
  sign: -1 | 0 | 1 | null;
}

/**
 * Reads the answers of a real tool, each line one version and what it is compared with: `maven-answers.jsonl` is of
 * ComparableVersion of Maven 3.8.7, `composer-answers.jsonl` of composer/semver 3.4 (VersionParser and Comparator).
 */
export const answersOf = (tool: 'maven' | 'composer'): ToolAnswer[] =>
  readFileSync(new URL(`${tool}-answers.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [a, ...others] = JSON.parse(line) as [string, ...[string, ToolAnswer['sign']][]];
      return others.map(([b, sign]) => ({ a, b, sign }));
    });
