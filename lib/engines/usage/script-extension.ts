import type { SourceFiles } from '../model/source-files.ts';
import { baseNameOf } from '../units/paths.ts';

/** Stands for the extension of a script whose interpreter is unknown. No file has it. */
export const unknownScript = '#!';

/** The interpreters by program name, each with its file extension. */
const interpreters: readonly [name: RegExp, extension: string][] = [
  [/^(?:node|nodejs|deno|bun|tsx|zx|ts-node|ts-node-esm|babel-node|vite-node)$/, 'js'],
  [/^(?:(?:python|pypy)[\d.]{0,8}|uv)$/, 'py'],
  [/^ruby[\d.]{0,8}$/, 'rb'],
  [/^php[\d.]{0,8}$/, 'php'],
  [/^(?:groovy|kotlin|scala|java)$/, 'groovy'],
  // Shells import no packages.
  [/^(?:sh|bash|dash|zsh|ksh|ash|fish|make|sed|[gm]?awk|perl|tclsh|expect|lua|Rscript)$/, 'sh'],
];

/** Returns whether a shell script may pass itself to another interpreter. */
const handsOver = (start: string): boolean => start.includes('exec') && /\$\{?(?:0|BASH_SOURCE)/.test(start);

const firstLine = 200;
const opening = 2000;

/** Returns the name of the program in a `#!` line: `tsx` for `#!/usr/bin/env -S tsx --no-cache`. */
const programOf = (line: string): string => {
  const words = line
    .slice(2)
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = '', ...others] = words;
  const isEnv = baseNameOf(first) === 'env';
  const program = isEnv ? others.find((word) => !word.startsWith('-') && !word.includes('=')) : first;
  return baseNameOf(program ?? '');
};

/**
 * Returns the extension for the interpreter on the first line of a script whose name has no extension,
 * `unknownScript` when the interpreter is another one or the file cannot be read, and undefined for other files.
 */
export const scriptExtension = (source: SourceFiles, path: string): string | undefined => {
  if (baseNameOf(path).includes('.')) return undefined;
  try {
    const start = Buffer.from(source.read(path).subarray(0, opening)).toString('latin1');
    if (!start.startsWith('#!')) return undefined;
    const program = programOf(start.slice(0, firstLine).split('\n', 1)[0] ?? '');
    const found = interpreters.find(([name]) => name.test(program))?.[1] ?? unknownScript;
    return found === 'sh' && handsOver(start) ? unknownScript : found;
  } catch {
    return unknownScript;
  }
};
