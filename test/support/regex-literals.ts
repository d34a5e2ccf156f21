import { globSync, readFileSync } from 'node:fs';

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
export const regexLiteralsIn = (...files: string[]): RegExp[] => {
  const found = globSync(files).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*|'|")/.test(line))
      .flatMap((line) => [...line.matchAll(literal)])
      .flatMap(([, body = '', flags = '']) => compiled(body, flags)),
  );
  return [...new Map(found.map((pattern) => [String(pattern), pattern])).values()];
};
