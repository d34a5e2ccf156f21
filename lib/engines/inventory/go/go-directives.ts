import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { signsOfCut, unreadableEntries } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { LineCursor } from '../parse/lines.ts';

export interface Directive {
  args: string[];
  comment: string;
}

/** The directives of a file by their verb, each list in the order of the file. */
export type Directives = ReadonlyMap<string, readonly Directive[]>;

export interface Replacement {
  path: string;
  /** Absent for a local directory. */
  version?: string;
}

const token = /"[^"\\]*(?:\\.[^"\\]*){0,2048}"|`[^`]*`|[^\s"`]+/g;

const maxLineLength = 4096;

const unquote = (text: string): string => (/^["`]/.test(text) ? text.slice(1, -1) : text);

const visible = asciiClass(/[!#-_a-~]/);
const [space, tab] = [0x20, 0x09];
const arrow = '=>';

/** `path v1.2.3 // comment` or `path => path v1.2.3`, as Go writes the lines of a block. */
const usualEntry = /\t(\w[!#-_a-~]*)(?: => ([\w.][!#-_a-~]*))? (v\d[!#-_a-~]*)(?: \/\/ ([ -~]*))?\n/y;

/** Reads a line of a block as Go writes it; undefined where another one is next. */
const usualDirective = (lines: LineCursor): Directive | undefined => {
  const entry = lines.match(usualEntry);
  if (!entry) return undefined;
  if (entry[0].length > maxLineLength) {
    lines.putBack(entry);
    return undefined;
  }
  const [path, replacing, version] = [entry[1]!, entry[2], entry[3]!];
  return {
    args: replacing === undefined ? [path, version] : [path, arrow, replacing, version],
    comment: entry[4]?.trim() ?? '',
  };
};

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
export const directivesOf = (text: string, notes: Notes): Directives => {
  const directives = new Map<string, Directive[]>();
  const listOf = (verb: string): Directive[] => {
    const list = directives.get(verb) ?? [];
    directives.set(verb, list);
    return list;
  };
  let block: { verb: string; list: Directive[] } | undefined;
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const usual = block && usualDirective(lines);
    if (block && usual) {
      block.list.push(usual);
      continue;
    }
    const physical = lines.take();
    const at = commentIn(physical);
    const code = (at === -1 ? physical : physical.slice(0, at)).trim();
    const comment = at === -1 ? '' : physical.slice(at + 2).trim();
    if (code === '') continue;
    if (code.length > maxLineLength) {
      notes.add(unreadableEntries, code.slice(0, 80));
      continue;
    }
    if (block) {
      if (code === ')') block = undefined;
      else block.list.push({ args: tokensOf(code), comment });
      continue;
    }
    const opened = /^([a-z]+)\s*\($/.exec(code)?.[1];
    if (opened !== undefined) block = { verb: opened, list: listOf(opened) };
    else {
      const [verb = '', ...args] = tokensOf(code);
      listOf(verb).push({ args, comment });
    }
  }
  if (block) notes.add(signsOfCut, `the block of ${block.verb} is never closed`);
  return directives;
};

/** Reads `old [version] => new [version]` and indexes it by `old` and `old@version`. */
export const replacementsOf = (directives: Directives): Map<string, Replacement> => {
  const replacements = new Map<string, Replacement>();
  for (const { args } of directives.get('replace') ?? []) {
    const at = args.indexOf(arrow);
    const [path, version] = [args[at + 1], args[at + 2]];
    if (at < 1 || path === undefined) continue;
    const replaced = at === 1 ? args[0]! : args.slice(0, at).join('@');
    replacements.set(replaced, version ? { path, version } : { path });
  }
  return replacements;
};
