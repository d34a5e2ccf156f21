import { elixirTokens, type ElixirToken } from './elixir-tokens.ts';
import type { DependencyScope } from '@scangate/engines/model/component';

const longestManifest = 1024 * 1024;

/** `only:` without `:prod` means that releases do without it. */
const scopeOf = (options: readonly ElixirToken[]): DependencyScope => {
  const valuesOf = (key: string): string[] => {
    const start = options.findIndex(({ kind, value }) => kind === 'key' && value === key) + 1;
    if (start === 0) return [];
    if (options[start]?.kind !== 'open') return [options[start]?.value ?? ''];
    const length = options.slice(start).findIndex(({ kind }) => kind === 'close');
    return options.slice(start + 1, start + Math.max(length, 0)).map(({ value }) => value);
  };
  const only = valuesOf('only');
  if (only.length > 0 && !only.includes('prod')) return 'dev';
  return valuesOf('optional')[0] === 'true' ? 'optional' : 'required';
};

/** The tuple a `{` opens, without the braces; undefined when it is longer than a dependency ever is. */
const tupleAt = (tokens: readonly ElixirToken[], open: number): ElixirToken[] | undefined => {
  let depth = 0;
  for (let at = open; at < Math.min(tokens.length, open + 200); at += 1) {
    if (tokens[at]?.kind === 'open') depth += 1;
    if (tokens[at]?.kind === 'close') depth -= 1;
    if (depth === 0) return tokens.slice(open + 1, at);
  }
  return undefined;
};

/**
 * What a mix.exs asks for, by application name, where it says so in plain tuples (`{:name, "~> 1.0", only: :dev}`).
 * It is a program, and none is run: other tuples may be among them, so only names of the lockfile mean anything.
 */
export const mixDependencies = (text: string | undefined): Map<string, DependencyScope> => {
  const found = new Map<string, DependencyScope>();
  if (text === undefined || text.length > longestManifest) return found;
  const tokens = [...elixirTokens(text)];
  for (const [at, { kind, value }] of tokens.entries()) {
    const [name, comma] = [tokens[at + 1], tokens[at + 2]];
    if (kind !== 'open' || value !== '{' || name?.kind !== 'atom' || comma?.kind !== 'comma') continue;
    const tuple = tupleAt(tokens, at);
    if (tuple) found.set(name.value, scopeOf(tuple));
  }
  return found;
};
