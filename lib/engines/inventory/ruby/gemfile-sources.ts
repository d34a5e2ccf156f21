import { posix } from 'node:path';
import { rubyArguments } from '../parse/ruby-statements.ts';

/** The place that a Gemfile takes a gem from: a folder, which may be computed, or another one. */
export type GemPlace = { folder: string | undefined } | 'elsewhere';

/** The options of a call, by their names, as Ruby writes their values; undefined where they are not all known. */
type Options = ReadonlyMap<string, string> | undefined;

/** Returns the content of a text that nothing is put into. */
const textOf = (value: string): string | undefined => {
  const quote = value.charAt(0);
  if ((quote !== '"' && quote !== "'") || value.indexOf(quote, 1) !== value.length - 1) return undefined;
  const text = value.slice(1, -1);
  return text.includes('\\') || (quote === '"' && text.includes('#')) ? undefined : text;
};

/** Returns the position of the bracket that closes the first one. */
const endOfBrackets = (text: string): number => {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ')' && depth === 0) return at;
  }
  return -1;
};

/** Returns whether a value is a text in any case, as far as only running the file would reveal it. */
const isText = (value: string): boolean => {
  // What follows the call may make it nothing.
  if (['File.join(', 'File.expand_path('].some((start) => value.startsWith(start)))
    return endOfBrackets(value) === value.length - 1;
  return value.startsWith('"') && value.indexOf('"', 1) === value.length - 1;
};

const nameSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
const isName = (text: string): boolean => text !== '' && [...text].every((sign) => nameSigns.includes(sign));

/** Reads `name: value`, `:name => value` and `"name" => value`; undefined for any other argument. */
const optionIn = (argument: string): readonly [string, string] | undefined => {
  const arrow = argument.indexOf('=>');
  const key = argument.slice(0, arrow).trim();
  const named = key.startsWith(':') ? key.slice(1) : textOf(key);
  if (arrow !== -1 && named !== undefined && isName(named)) return [named, argument.slice(arrow + 2).trim()];
  const colon = argument.indexOf(':');
  const before = argument.slice(0, colon);
  const name = textOf(before) ?? before;
  const isOption = colon !== -1 && isName(name) && argument.charAt(colon + 1) !== ':';
  return isOption ? [name, argument.slice(colon + 1).trim()] : undefined;
};

const maxVariables = 20;

/** The variables of a Gemfile that are set once to a table of options. */
export type OptionVariables = ReadonlyMap<string, string>;

const optionsOf = (args: readonly string[] | undefined, variables: OptionVariables, depth = 0): Options => {
  if (!args || depth > 2) return undefined;
  const options = new Map<string, string>();
  for (const argument of args) {
    const bare = argument.startsWith('**') ? argument.slice(2).trim() : argument;
    const table = bare.startsWith('{') ? bare : variables.get(bare);
    const option = table === undefined ? optionIn(argument) : undefined;
    if (table !== undefined) {
      const inner = table.endsWith('}')
        ? optionsOf(rubyArguments(table.slice(1, -1)), variables, depth + 1)
        : undefined;
      if (!inner) return undefined;
      for (const [name, value] of inner) options.set(name, value);
    } else if (option) options.set(...option);
    // A version, or a list of them.
    else if (depth > 0 || !['"', "'", '['].includes(argument.charAt(0))) return undefined;
  }
  return options;
};

const otherPlaces = ['git', 'github', 'gist', 'bitbucket', 'gitlab', 'source'];

const folderOf = (value: string): GemPlace => {
  const text = textOf(value);
  if (text !== undefined) return { folder: folderNamed(text) };
  return isText(value) ? { folder: undefined } : 'elsewhere';
};

/** Returns a folder as a lockfile names it. */
export const folderNamed = (path: string): string => {
  const folder = posix.normalize(path);
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
};

/** Returns the place of a gem that its own options state; undefined if they state none. */
export const placeOfGem = (statement: string, variables: OptionVariables): GemPlace | undefined => {
  const args = rubyArguments(statement.slice('gem'.length));
  const options = optionsOf(args?.slice(1), variables);
  if (!options || otherPlaces.some((name) => options.has(name))) return 'elsewhere';
  const path = options.get('path');
  return path === undefined ? undefined : folderOf(path);
};

/** Returns the place of the gems in a block; undefined if it states none. */
export const placeOfBlock = (statement: string): GemPlace | undefined => {
  const call = ['path', ...otherPlaces].find((name) => {
    const next = statement.charAt(name.length);
    return statement.startsWith(name) && (next === ' ' || next === '(');
  });
  if (call === undefined) return undefined;
  const [first = ''] = rubyArguments(withoutBlock(statement).slice(call.length)) ?? [];
  return call === 'path' ? folderOf(first) : 'elsewhere';
};

/** Returns the folder whose gemspec a statement takes. */
export const folderOfGemspec = (statement: string): string | undefined => {
  const options = optionsOf(rubyArguments(statement.slice('gemspec'.length)), new Map());
  const path = options?.get('path');
  if (!options || path === undefined) return options && '.';
  const text = textOf(path);
  return text === undefined ? undefined : folderNamed(text);
};

const withoutBlock = (statement: string): string => {
  const start = statement.lastIndexOf(' do');
  return start === -1 ? statement : statement.slice(0, start);
};

/** Finds the variables that are set once to a table of options and only used for gems. */
export const optionVariables = (statements: readonly { text: string; code: string }[]): OptionVariables => {
  const found = new Map<string, string>();
  for (const { text, code } of statements) {
    const name = code.slice(0, Math.max(code.indexOf('='), 0)).trim();
    const value = text.slice(text.indexOf('=') + 1).trim();
    if (isName(name) && value.startsWith('{') && !found.has(name) && found.size < maxVariables)
      found.set(name, value);
  }
  for (const name of found.keys()) {
    const others = statements.filter(({ code }) => code.includes(name) && !code.startsWith('gem'));
    if (others.length !== 1) found.delete(name);
  }
  return found;
};

const ownMethods = ['gem', 'path', 'source', 'gemspec', 'git', 'github', 'group'];

/** Returns whether a statement gives a method of Bundler another meaning. */
export const redefines = (code: string): boolean => {
  if (
    ['define_method', 'define_singleton_method', 'alias', 'class ', 'module '].some((word) =>
      code.includes(word),
    )
  )
    return true;
  const start = code.indexOf('def ');
  if (start === -1) return false;
  const defined = code
    .slice(start + 'def '.length)
    .trimStart()
    .replace('self.', '');
  return ownMethods.some((name) => defined.startsWith(name) && !isName(defined.charAt(name.length)));
};
