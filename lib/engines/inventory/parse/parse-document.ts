import { parseSyml } from '@yarnpkg/parsers';
import { parse as parseTomlText, TomlError } from 'smol-toml';
import { withUsualBreaks } from '@scangate/engines/text/yaml-breaks';
import { JsonCursor } from './json-cursor.ts';
import { isNestedDeeper } from './nesting.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { asTable, type Table } from './untrusted-value.ts';

/** Allows two hundred levels of nested node_modules, and stays far from a stack overflow. */
const maxDepth = 512;

const notA = (format: string, line: unknown): UnreadableFile =>
  new UnreadableFile(
    typeof line === 'number' ? `it is not a valid ${format} (line ${line})` : `it is not a valid ${format}`,
  );

const tableOf = (value: unknown, format: string): Table => {
  const table = asTable(value);
  if (!table) throw new UnreadableFile(`it is a ${format}, but holds no mapping`);
  return table;
};

const lineAt = (text: string, position: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
};

/** Parses a JSON object. @throws UnreadableFile */
export const parseJson = (text: string): Table => {
  if (isNestedDeeper(text, maxDepth)) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw notA('JSON file', position && lineAt(text, Number(position)));
  }
  return tableOf(value, 'JSON file');
};

/**
 * Reads an object by going through its members.
 * @throws UnreadableFile
 */
export const readThrough = (
  text: string,
  read: (cursor: JsonCursor) => void,
  { parse, toJson }: { parse: (text: string) => Table; toJson?: (text: string) => string },
): void => {
  const cursor = new JsonCursor(text, maxDepth, toJson && { toJson });
  try {
    if (!cursor.enterObject()) throw new SyntaxError('this is no object');
    read(cursor);
    cursor.end();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser reports what is wrong, and where.
    parse(text);
    throw notA('JSON file', undefined);
  }
};

/** Reads a JSON object by going through its members. @throws UnreadableFile */
export const readJson = (text: string, read: (cursor: JsonCursor) => void): void =>
  readThrough(text, read, { parse: parseJson });

/** Parses TOML. @throws UnreadableFile */
export const parseToml = (text: string): Table => {
  try {
    return parseTomlText(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    throw notA('TOML file', error instanceof TomlError ? error.line : undefined);
  }
};

/**
 * Parses a file that is only supplementary.
 * @returns undefined when it is missing or cannot be read.
 */
export const tryParse = <T>(text: string | undefined, parse: (text: string) => T): T | undefined => {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};

const mergeKey = '<<';

/**
 * Rejects YAML aliases: lockfiles have none, and aliases can expand without bound. So are merge keys, which some programs follow
 * and others take for keys.
 */
const refuseSharedNodes = (root: unknown): void => {
  const seen = new Set<object>();
  const open: unknown[] = [root];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (seen.has(value)) throw new UnreadableFile('it uses YAML aliases, which no lockfile needs');
    seen.add(value);
    if (Object.hasOwn(value, mergeKey))
      throw new UnreadableFile('it uses YAML merge keys, which no lockfile needs');
    for (const child of Object.values(value)) if (typeof child === 'object') open.push(child);
  }
};

const lineOf = (error: unknown): number | undefined => {
  const zeroBased = (error as { mark?: { line?: unknown } }).mark?.line;
  return typeof zeroBased === 'number' ? zeroBased + 1 : undefined;
};

/**
 * Parses a YAML mapping, or Yarn 1's own format when the text announces it.
 * @throws UnreadableFile
 */
export const parseSymlText = (text: string, format: string): Table => {
  try {
    return tableOf(parseSyml(text), format);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile('it is too large or too deeply nested');
    throw error instanceof UnreadableFile ? error : notA(format, lineOf(error));
  }
};

/**
 * Parses every document of a YAML stream; all scalars are strings.
 * @throws UnreadableFile
 */
export const parseYamlStream = (text: string): Table[] =>
  text
    .split(/^---[ \t]*\r?$/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const document = parseSymlText(part, 'YAML file');
      refuseSharedNodes(document);
      return document;
    });

/**
 * Parses a YAML stream whose lines end as in YAML 1.1, which libyaml and its ports read.
 * @throws UnreadableFile
 */
export const parseOlderYamlStream = (text: string): Table[] => parseYamlStream(withUsualBreaks(text));

/**
 * Parses a YAML mapping, whose lines end as in YAML 1.1; all scalars are strings, and nodes that aliases name are shared. A
 * comment that announces Yarn 1 has no meaning.
 * @throws UnreadableFile
 */
export const parseYamlWithAliases = (text: string): Table =>
  parseSymlText(withUsualBreaks(text.startsWith('#') ? ` ${text}` : text), 'YAML file');
