import { parseSymlText } from './parse-document.ts';

const header = '# yarn lockfile v1\n';
const entriesAtOnce = 500;

type Fields = Record<string, string | Record<string, string>>;

const field = /^ {2}([A-Za-z]{1,40}) (\S.*)$/;
const group = /^ {2}([A-Za-z]{1,40}):$/;
const dependency = /^ {4}("@[\w@./-]{1,250}"|[A-Za-z\d][^\s:,"]{0,250}) (\S.*)$/;
const comment = /^#[^\r\n]+$/;

const longestText = 4_096;
const bareText = /^[A-Za-z/\d][^\s:,]*$/;
const quotedText = /^"[^"\\\p{Cc}]{0,4096}"$/u;

/** Reads a string; undefined for one with escapes and for anything else. */
const textOf = (stated: string): string | undefined => {
  if (stated.length > longestText) return undefined;
  if (quotedText.test(stated)) return stated.slice(1, -1);
  return bareText.test(stated) && !stated.startsWith('null') ? stated : undefined;
};

/**
 * Reads the pattern of a dependent, such as `name@range`; undefined for anything that the grammar might read as
 * more.
 */
const patternOf = (stated: string): string | undefined => {
  const text = textOf(stated);
  return text !== undefined && /^@?[A-Za-z\d][^@:,\s\\"]*@/.test(text) ? text : undefined;
};

/** Reads the patterns of an entry; undefined when they are not written as Yarn does. */
const patternsOf = (line: string): string[] | undefined => {
  if (!line.endsWith(':')) return undefined;
  const patterns: string[] = [];
  for (const part of line.slice(0, -1).split(', ')) {
    const text = patternOf(part);
    if (text === undefined) return undefined;
    patterns.push(text);
  }
  return patterns;
};

/** Reads the lines of an entry; undefined when one is not written as Yarn does. */
const fieldsOf = (lines: readonly string[]): Fields | undefined => {
  const fields: Fields = {};
  let inner: Record<string, string> | undefined;
  for (const line of lines) {
    const [, name, range] = (inner && dependency.exec(line)) ?? [];
    const [, key, stated] = name === undefined ? (field.exec(line) ?? []) : [];
    const text = textOf(range ?? stated ?? '');
    const opened = key === undefined ? group.exec(line)?.[1] : undefined;
    if (opened !== undefined && name === undefined) fields[opened] = inner = {};
    else if (text === undefined) return undefined;
    else if (inner && name !== undefined) inner[name.startsWith('"') ? name.slice(1, -1) : name] = text;
    else if (key !== undefined) {
      fields[key] = text;
      inner = undefined;
    } else return undefined;
  }
  return fields;
};

/** Reads entries as Yarn writes them; undefined when one of them is written differently. */
const readPlainEntries = (entries: readonly string[]): [string, unknown][] | undefined => {
  const read: [string, unknown][] = [];
  for (const entry of entries) {
    const lines = entry.split('\n');
    while (lines.at(-1) === '') lines.pop();
    const [head = ''] = lines;
    if (lines.every((line) => line === '' || comment.test(line))) continue;
    const patterns = patternsOf(head);
    const fields = lines.length > 1 && patterns ? fieldsOf(lines.slice(1)) : undefined;
    if (!patterns || !fields) return undefined;
    for (const each of patterns) read.push([each, fields]);
  }
  return read;
};

/**
 * Parses Yarn 1's own format. Patterns that share an entry share the object. Yarn's own output is read line by line,
 * anything else by the grammar, which takes eight times as long.
 * @throws UnreadableFile
 */
export const parseYarnClassic = (text: string): Map<string, unknown> => {
  // The grammar recurses per entry, so a large file is parsed in chunks to spare the stack.
  const entries = text.split(/\r?\n(?=[^\s#])/);
  const parsed = new Map<string, unknown>();
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const chunk = entries.slice(at, at + entriesAtOnce);
    const read =
      readPlainEntries(chunk) ??
      Object.entries(parseSymlText(`${header}${chunk.join('\n')}`, 'Yarn lockfile'));
    for (const [key, fields] of read) parsed.set(key, fields);
  }
  return parsed;
};
