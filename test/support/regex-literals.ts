import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';

/** A regex literal where code may write one: after `! = ( , : ? & | > [`, at the start of a line, or after `return`. */
const literal =
  /(?<=[!=(,:?&|>[]\s{0,4}|^\s+|return )\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)/g;

/** What is no regex after all: a line may hold two slashes of something else. */
const compiled = (body: string, flags: string): RegExp[] => {
  try {
    return [new RegExp(body, flags)];
  } catch {
    return [];
  }
};

/** The regex literals of source files, each once; not those of comments and of lines that begin as text. */
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
 * Whether a text can be made that it takes more than linear time for: `safe`, or what else the checker says. On a busy
 * machine it may run out of time and suspect a safe one; a dangerous one is found however often it is asked.
 * Asked without `d`, which it does not know and which changes nothing but what a match reports.
 */
export const complexityOf = ({ source, flags }: RegExp): string => {
  const check = () => checkSync(source, flags.replace('d', ''), { timeout: 60_000 }).status;
  for (let again = 0; again < 2; again += 1) if (check() === 'safe') return 'safe';
  return check();
};
