import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';

/** A regex literal where code may write one: after `! = ( , : ? & | > [`, at the start of a line, or after `return`. */
const literal =
  /(?<=[!=(,:?&|>[]\s{0,4}|^\s+|return )\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)/g;

/** Skips text that is not a regular expression: a line may hold two slashes of something else. */
const compiled = (body: string, flags: string): RegExp[] => {
  try {
    return [new RegExp(body, flags)];
  } catch {
    return [];
  }
};

/** The distinct regex literals of source files, without those in comments and in lines that begin with a string. */
export const regexLiteralsIn = (files: string): RegExp[] => {
  const found = globSync(files).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*|'|")/.test(line))
      .flatMap((line) => [...line.matchAll(literal)])
      .flatMap(([, body = '', flags = '']) => compiled(body, flags)),
  );
  return [...new Map(found.map((pattern) => [String(pattern), pattern])).values()];
};

/**
 * Answers `safe` when every text takes linear time, else what the checker says. On a busy machine the checker may time out
 * and suspect a safe expression, so it is called again; an unsafe one is found each time. The flag `d` is left out, because
 * the checker does not know it and it only changes what a match reports.
 */
export const complexityOf = ({ source, flags }: RegExp): string => {
  const check = () => checkSync(source, flags.replace('d', ''), { timeout: 60_000 }).status;
  for (let again = 0; again < 2; again += 1) if (check() === 'safe') return 'safe';
  return check();
};
