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
  [/^julia$/, 'jl'],
  [/^Rscript$/, 'r'],
  // Shells import no packages.
  [/^(?:sh|bash|dash|zsh|ksh|ash|fish|make|sed|[gm]?awk|perl|tclsh|expect|lua)$/, 'sh'],
];

/** Returns whether a shell script may pass itself to another interpreter. */
const handsOver = (start: string): boolean =>
  start.split('\n').some((line) => line.includes('exec') && /\$\{?(?:0|BASH_SOURCE)/.test(line));

const firstLine = 200;
const opening = 2000;

/** Programs that run the one that is named after them, with the number of words between: a user. */
const runners: ReadonlyMap<string, number> = new Map([
  ...['env', 'with-contenv', 'busybox', 'dumb-init', 'tini'].map((name) => [name, 0] as const),
  ...['su-exec', 'gosu'].map((name) => [name, 1] as const),
]);

const withValue: ReadonlySet<string> = new Set(['-u', '--unset', '-C', '--chdir']);

/** Separates a program from the option of `env` that it is joined to: `-Stsx`. */
const withoutSplit = (word: string): string => {
  if (word.startsWith('--'))
    return word.startsWith('--split-string=') ? word.slice(word.indexOf('=') + 1) : word;
  return word.startsWith('-') ? word.slice(word.indexOf('S') + 1) : word;
};

const isOption = (word = ''): boolean => word.startsWith('-') || word.includes('=');

/** Returns the name of the program in a `#!` line: `tsx` for `#!/usr/bin/env -S tsx --no-cache`. */
const programOf = (line: string): string => {
  const words = line
    .slice(2)
    .split(/\s+/)
    .map(withoutSplit)
    .filter((word) => word !== '');
  let at = 0;
  for (;;) {
    const name = baseNameOf(words[at] ?? '');
    const between = runners.get(name);
    if (between === undefined) return name;
    at += 1 + between;
    while (isOption(words[at])) at += withValue.has(words[at] ?? '') ? 2 : 1;
  }
};

/** The statements of the first line of a script. */
export interface ScriptStart {
  /** The extension of the interpreter's files, and `unknownScript` for another interpreter. */
  extension: string;
  /** The name of the interpreter. */
  program: string;
  /** The line, whose arguments may load packages. */
  line: string;
}

/** Reads the first line of a script; undefined for other files. */
export const readScriptStart = (text: string): ScriptStart | undefined => {
  // `#![` begins an attribute of Rust.
  if (!text.startsWith('#!') || text.startsWith('#![')) return undefined;
  const start = text.slice(0, opening);
  const line = start.slice(0, firstLine).split('\n', 1)[0] ?? '';
  const program = programOf(line);
  const found = interpreters.find(([name]) => name.test(program))?.[1] ?? unknownScript;
  return { extension: found === 'sh' && handsOver(start) ? unknownScript : found, program, line };
};
