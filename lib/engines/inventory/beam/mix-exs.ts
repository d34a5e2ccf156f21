import { eachElixirToken, type ElixirToken } from './elixir-tokens.ts';
import type { DependencyScope } from '@scangate/engines/model/component';

const longestManifest = 1024 * 1024;

/** Reads the scope. `only:` without `:prod` means that a release does not contain it. */
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

/** Returns the tokens of a tuple without its braces, or undefined when it is longer than any dependency. */
const tupleAt = (tokens: readonly ElixirToken[], open: number): ElixirToken[] | undefined => {
  let depth = 0;
  for (let at = open; at < Math.min(tokens.length, open + 200); at += 1) {
    if (tokens[at]?.kind === 'open') depth += 1;
    if (tokens[at]?.kind === 'close') depth -= 1;
    if (depth === 0) return tokens.slice(open + 1, at);
  }
  return undefined;
};

interface MixDependency {
  scope: DependencyScope;
  /** True if the tuple requires a version and no path, so that a lockfile lists it. */
  isPackage: boolean;
  /** The version it requires. */
  range?: string;
  /** True if it replaces what others request. */
  isOverride?: true;
  /** The name of the package where it differs from the application's. */
  package?: string;
}

const requirement = /^\s{0,5}(?:~>|[<>=!]=?)?\s{0,5}\d[\w.+-]{0,60}(?:\s(?:and|or)\s.{1,200})?$/;

const isPackage = ([, , version, ...options]: readonly ElixirToken[]): boolean =>
  version?.kind === 'text' &&
  requirement.test(version.value) &&
  !options.some(({ kind, value }) => kind === 'key' && (value === 'path' || value === 'in_umbrella'));

const dependencyOf = (tuple: readonly ElixirToken[]): MixDependency => {
  const at = tuple.findIndex(({ kind, value }) => kind === 'key' && value === 'hex');
  const range = tuple[2]?.kind === 'text' ? tuple[2].value : undefined;
  const renamed = at === -1 ? undefined : tuple[at + 1]?.value;
  const isOverride = tuple.some(({ kind, value }) => kind === 'key' && value === 'override');
  return {
    scope: scopeOf(tuple),
    isPackage: isPackage(tuple),
    ...(range !== undefined && requirement.test(range) && { range }),
    ...(renamed !== undefined && { package: renamed }),
    ...(isOverride && { isOverride: true as const }),
  };
};

/**
 * Returns the dependencies of a mix.exs by application name, where it lists them as literal tuples (`{:name, "~>
 * 1.0", only: :dev}`). The file is a program and is not executed. The result may include other tuples, so a caller
 * uses only names that the lockfile has.
 */
export const mixDependencies = (text: string | undefined): Map<string, MixDependency> => {
  const found = new Map<string, MixDependency>();
  if (text === undefined || text.length > longestManifest) return found;
  const tokens: ElixirToken[] = [];
  eachElixirToken(text, (token) => tokens.push(token));
  for (const [at, { kind, value }] of tokens.entries()) {
    const [name, comma] = [tokens[at + 1], tokens[at + 2]];
    if (kind !== 'open' || value !== '{' || name?.kind !== 'atom' || comma?.kind !== 'comma') continue;
    const tuple = tupleAt(tokens, at);
    if (tuple) found.set(name.value, dependencyOf(tuple));
  }
  return found;
};
