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

/** The expressions for the folder of a script, by which no program can read the script itself. */
const folders = ['dirname ', 'dirname -- '].flatMap((command) =>
  ['$0', '"$0"', '"${0}"', '"${BASH_SOURCE}"', '"${BASH_SOURCE[0]}"'].map((name) => `${command}${name})`),
);

/** The expressions for its name behind `Usage:`, which nearly every script prints, and which no shell runs. */
const usages = ['usage: ', 'Usage: ', 'USAGE: '].flatMap((label) =>
  ['$0', '${0}', '${0##*/}', '$(basename $0)', '$(basename "$0")', '`basename $0`', '`basename "$0"`'].map(
    (name) => label + name,
  ),
);

/** Returns whether a shell script names itself, so that it may pass itself to another interpreter. */
const handsOver = (start: string): boolean => {
  const beside = folders.reduce((text, folder) => text.replaceAll(folder, ')'), start);
  const rest = usages.reduce((text, usage) => text.replaceAll(usage, ''), beside);
  return /\$\{?(?:0|BASH_SOURCE)/.test(rest);
};

/** Marks of a program that is written in the line itself. */
const programMarks = ['"', "'", '`', '$', '('];

/** Returns whether the line of a shell, or of a similar program, has a program of its own, as behind `-c`. */
const statesProgram = (line: string): boolean =>
  programMarks.some((mark) => line.includes(mark)) ||
  line.split(/\s+/).some((word) => word.startsWith('-') && !word.startsWith('--') && word.includes('c'));

const firstLine = 200;
const opening = 2000;

/** Programs that run the one that is named after them, with the number of words between: a user. */
const runners: ReadonlyMap<string, number> = new Map([
  ...['env', 'with-contenv', 'busybox', 'dumb-init', 'tini'].map((name) => [name, 0] as const),
  ...['su-exec', 'gosu'].map((name) => [name, 1] as const),
]);

const withValue: ReadonlySet<string> = new Set(['-u', '--unset', '-C', '--chdir']);
const withoutValue: ReadonlySet<string> = new Set(['-', '-i', '--ignore-environment', '-v', '--debug', '--']);
const joined = ['-u', '-C', '--unset=', '--chdir='];

/** Separates a program from the option of `env` that it is joined to: `-Stsx`. */
const withoutSplit = (word: string): string => {
  if (word.startsWith('--'))
    return word.startsWith('--split-string=') ? word.slice(word.indexOf('=') + 1) : word;
  const at = word.startsWith('-') ? word.indexOf('S') : -1;
  const isSplit =
    at > 0 && Array.from(word.slice(1, at), (letter) => `-${letter}`).every((each) => withoutValue.has(each));
  return isSplit ? word.slice(at + 1) : word;
};

/** Returns the number of words of an option or variable; undefined for an option that is not known. */
const wordsOfOption = (word: string): number | undefined => {
  if (withValue.has(word)) return 2;
  const isKnown =
    withoutValue.has(word) || !word.startsWith('-') || joined.some((each) => word.startsWith(each));
  return isKnown ? 1 : undefined;
};

const isOption = (word = ''): boolean => word.startsWith('-') || word.includes('=');

/**
 * Returns the name of the program in a `#!` line: `tsx` for `#!/usr/bin/env -S tsx --no-cache`. It is empty behind an
 * option that is not known, which may take the next word.
 */
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
    while (isOption(words[at])) {
      const count = wordsOfOption(words[at] ?? '');
      if (count === undefined) return '';
      at += count;
    }
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
  const isOpen = found === 'sh' && (statesProgram(line) || handsOver(start));
  return { extension: isOpen ? unknownScript : found, program, line };
};
