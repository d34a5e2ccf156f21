import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import { readPipfile } from '../python/python-manifest.ts';
import { installRequires } from '../python/pinned-manifest.ts';
import { parseRequirement, requirementRange } from '../python/python-requirement.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestReader, ManifestRequests } from './manifest-reader.ts';
import { python } from './source-languages.ts';
import { isSign, textsInside, tokensOf } from './source-tokens.ts';

/** Reads the strings of every list `install_requires` in a setup.py, and whether all could be read. */
const requirementsInSetup = (text: string): { stated: string[]; isWhole: boolean } => {
  const source = tokensOf(text, python);
  const { tokens, isUnfinished, isUnbalanced } = source;
  const found = tokens.flatMap(({ kind, value }, at) => {
    if (kind === 'sign' || value !== 'install_requires') return [];
    const isStated = isSign(tokens[at + 1], kind === 'text' ? ':' : '=');
    const isList = isSign(tokens[at + 2], '[') || isSign(tokens[at + 2], '(');
    return isStated && isList ? textsInside(source, at + 2) : [];
  });
  const isLiteral = !found.some(({ isEscaped }) => isEscaped);
  return { stated: found.map(({ value }) => value), isWhole: isLiteral && !isUnfinished && !isUnbalanced };
};

const requestsOf = (stated: readonly string[]): ManifestRequests => {
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
const isWhole = (path: string): boolean =>
  /^(?:requirements\.txt|.{1,60}\.lock|pylock\.toml)$/.test(baseNameOf(path));

/** Reads what setup.cfg and setup.py install with the project, as far as they state it literally. */
export const setupRequests: ManifestReader = ({ path, readText }) => {
  if (!isWhole(path)) return { names: [] };
  const manifest = siblingPath(path, 'setup.py');
  const { stated, isWhole: isRead } = requirementsInSetup(readText(manifest) ?? '');
  const config = readText(siblingPath(path, 'setup.cfg')) ?? '';
  return {
    ...requestsOf([...installRequires(config), ...stated]),
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
