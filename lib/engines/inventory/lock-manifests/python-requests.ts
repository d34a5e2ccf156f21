import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import { readPipfile } from '../python/python-manifest.ts';
import { installRequires } from '../python/pinned-manifest.ts';
import { parseRequirement, requirementRange } from '../python/python-requirement.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestReader, ManifestRequests } from './manifest-reader.ts';
import { python } from './source-languages.ts';
import {
  isSign,
  positionsInside,
  textsInside,
  tokensOf,
  type SourceTokens,
  type Token,
} from './source-tokens.ts';

interface SetupRequests {
  stated: string[];
  /** Requests that no list of texts states. */
  computed: string[];
  isWhole: boolean;
}

const key = 'install_requires';

/** Returns the position of the only list that a variable is set to; undefined where it may have another value. */
const listOfVariable = ({ tokens }: SourceTokens, name: string): number | undefined => {
  const uses = tokens.flatMap(({ kind, value }, at) => (kind === 'word' && value === name ? [at] : []));
  const sets = uses.filter((at) => isSign(tokens[at + 1], '=') && !isSign(tokens[at + 2], '='));
  const values = sets.filter((at) => tokens[at + 2]?.value !== name);
  const changes = uses.some((at) => isSign(tokens[at + 1], '.') || isSign(tokens[at + 1], '+'));
  const [only] = values;
  const isList = only !== undefined && isSign(tokens[only + 2], '[');
  return isList && values.length === 1 && !changes ? only + 2 : undefined;
};

/** Returns the list that follows `install_requires`; undefined where it is not stated. */
const listAfter = (source: SourceTokens, at: number): number | undefined => {
  const { tokens } = source;
  const isStated = isSign(tokens[at + 1], tokens[at]?.kind === 'text' ? ':' : '=');
  const value = tokens[at + 2];
  if (!isStated) return undefined;
  if (isSign(value, '[') || isSign(value, '(')) return at + 2;
  const ends = isSign(tokens[at + 3], ',') || isSign(tokens[at + 3], ')') || isSign(tokens[at + 3], '}');
  return value?.kind === 'word' && ends ? listOfVariable(source, value.value) : undefined;
};

/** Returns whether a list has anything but texts, or is changed where it stands: `["a"] + b`. */
const isComputed = (source: SourceTokens, open: number): boolean => {
  const { tokens, closes } = source;
  const behind = tokens[(closes.get(open) ?? open) + 1];
  const isChanged = isSign(behind, '+') || isSign(behind, '*') || isSign(behind, '.') || isSign(behind, '[');
  return (
    isChanged ||
    behind?.value === 'if' ||
    positionsInside(source, open).some((at) => {
      const token = tokens[at];
      return token?.kind !== 'text' && !isSign(token, ',');
    })
  );
};

/** Returns whether a call takes arguments out of a variable: `setup(**known)`. A definition has such parameters. */
const spreadsArguments = (source: SourceTokens): boolean => {
  const { tokens, closes } = source;
  const isSpread = (at: number): boolean =>
    isSign(tokens[at], '*') && isSign(tokens[at + 1], '*') && !isSign(tokens[at + 2], '{');
  return [...closes.keys()].some((open) => {
    const isCall = tokens[open - 1]?.kind === 'word' && tokens[open - 2]?.value !== 'def';
    if (!isCall) return false;
    return positionsInside(source, open).some(
      (at) => isSpread(at) && (at === open + 1 || isSign(tokens[at - 1], ',')),
    );
  });
};

/** Reads the texts of every list `install_requires` in a setup.py. */
const requirementsInSetup = (text: string): SetupRequests => {
  const source = tokensOf(text, python);
  const { tokens, isUnfinished, isUnbalanced } = source;
  const stated: Token[] = [];
  const computed: string[] = [];
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === 'sign' || value !== key) continue;
    // `install_requires=install_requires` names the variable after the argument.
    if (isSign(tokens[at - 1], '=') && tokens[at - 2]?.value === key) continue;
    const list = listAfter(source, at);
    if (list === undefined || isComputed(source, list))
      computed.push(`${key} ${tokens[at + 1]?.value ?? ''}`);
    if (list !== undefined) stated.push(...textsInside(source, list));
  }
  if (spreadsArguments(source)) computed.push('arguments of a variable');
  const isLiteral = !stated.some(({ isEscaped }) => isEscaped);
  return {
    stated: stated.map(({ value }) => value),
    computed: [...new Set(computed)],
    isWhole: isLiteral && !isUnfinished && !isUnbalanced,
  };
};

/** Reads requirements that have no condition. */
export const requestsOf = (stated: readonly string[]): ManifestRequests => {
  const certain = stated.filter((text) => !text.includes(';'));
  const found = certain.flatMap((text) => {
    const { name, local } = parseRequirement(text) ?? {};
    return name === undefined || local ? [] : [{ name, range: requirementRange(text) }];
  });
  return {
    names: found.map(({ name }) => name),
    ranges: found.flatMap(({ name, range }): RequestedRange[] =>
      range === undefined ? [] : [{ name, range }],
    ),
  };
};

/** The formats are also those of files that list a part of a project's dependencies. */
export const isWhole = (path: string): boolean =>
  /^(?:requirements\.txt|.{1,60}\.lock|pylock\.toml)$/.test(baseNameOf(path));

/** Reads what setup.cfg and setup.py install with the project, as far as they state it literally. */
export const setupRequests: ManifestReader = ({ path, readText }) => {
  if (!isWhole(path)) return { names: [] };
  const manifest = siblingPath(path, 'setup.py');
  const { stated, computed, isWhole: isRead } = requirementsInSetup(readText(manifest) ?? '');
  const config = readText(siblingPath(path, 'setup.cfg')) ?? '';
  return {
    ...requestsOf([...installRequires(config), ...stated]),
    computed: computed.map((request) => `${manifest}: ${request}`),
    unreadable: isRead ? [] : [manifest],
  };
};

/** Reads what a Pipfile requests under no condition. */
export const pipfileRequests: ManifestReader = ({ path, readText }) => {
  const at = siblingPath(path, 'Pipfile');
  const text = readText(at);
  if (text === undefined || !isWhole(path)) return { names: [] };
  const manifest = readPipfile(text);
  if (!manifest) return { names: [], unreadable: [at] };
  const { required, unconditional, ranges } = manifest;
  const names = [...required].filter((name) => unconditional.has(name));
  const certain = new Set(names);
  return { names, ranges: ranges.filter(({ name }) => certain.has(name)) };
};
