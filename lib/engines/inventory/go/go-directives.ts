import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { signsOfCut, unreadableEntries } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { linesOf } from '../parse/lines.ts';

export interface Directive {
  verb: string;
  args: string[];
  comment: string;
}

export interface Replacement {
  path: string;
  /** Absent for a local directory. */
  version?: string;
}

const token = /"(?:[^"\\]|\\.)*"|`[^`]*`|[^\s"`]+/g;

const maxLineLength = 4096;

const unquote = (text: string): string => (/^["`]/.test(text) ? text.slice(1, -1) : text);

const visible = asciiClass(/[!#-_a-~]/);
const [space, tab] = [0x20, 0x09];

/** Splits a line at its blanks; undefined when it has anything that needs more care. */
const wordsOf = (line: string): string[] | undefined => {
  const words: string[] = [];
  for (let at = 0; at < line.length;) {
    const code = line.charCodeAt(at);
    if (code === space || code === tab) at += 1;
    else {
      const end = endOfClass(line, visible, at);
      if (end === at) return undefined;
      words.push(line.slice(at, end));
      at = end;
    }
  }
  return words;
};

const tokensOf = (line: string): string[] => wordsOf(line) ?? (line.match(token) ?? []).map(unquote);

/** Returns where the comment of a line begins, -1 without one. */
const commentIn = (line: string): number => {
  const first = line.indexOf('//');
  const before = line.charCodeAt(first - 1);
  if (first < 1 || before === space || before === tab) return first;
  const at = line.search(/\s\/\//);
  return at === -1 ? -1 : at + 1;
};

/** Splits go.mod into directives: `verb args`, or `verb (` with one set of args per line until `)`. */
export const directivesOf = (text: string, notes: Notes): Directive[] => {
  const directives: Directive[] = [];
  let block: string | undefined;
  for (const physical of linesOf(text)) {
    const at = commentIn(physical);
    const code = (at === -1 ? physical : physical.slice(0, at)).trim();
    const comment = at === -1 ? '' : physical.slice(at + 2).trim();
    if (code === '') continue;
    if (code.length > maxLineLength) {
      notes.add(unreadableEntries, code.slice(0, 80));
      continue;
    }
    if (block !== undefined) {
      if (code === ')') block = undefined;
      else directives.push({ verb: block, args: tokensOf(code), comment });
      continue;
    }
    const opened = /^([a-z]+)\s*\($/.exec(code);
    if (opened) block = opened[1];
    else {
      const [verb = '', ...args] = tokensOf(code);
      directives.push({ verb, args, comment });
    }
  }
  if (block !== undefined) notes.add(signsOfCut, `the block of ${block} is never closed`);
  return directives;
};

/** Reads `old [version] => new [version]` and indexes it by `old` and `old@version`. */
export const replacementsOf = (directives: readonly Directive[]): Map<string, Replacement> => {
  const replacements = new Map<string, Replacement>();
  for (const { verb, args } of directives) {
    const arrow = args.indexOf('=>');
    const [path, version] = args.slice(arrow + 1);
    if (verb !== 'replace' || arrow < 1 || path === undefined) continue;
    replacements.set(args.slice(0, arrow).join('@'), { path, ...(version && { version }) });
  }
  return replacements;
};
