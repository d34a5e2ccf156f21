import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import { readPipfile } from '../python/python-manifest.ts';
import { installRequires } from '../python/pinned-manifest.ts';
import { parseRequirement, requirementRange } from '../python/python-requirement.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestReader, ManifestRequests } from './manifest-reader.ts';

const listStart = /\binstall_requires\s{0,20}=\s{0,20}\[/;
const longestList = 200_000;

const endOf = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from);
  return at === -1 ? text.length : at;
};

/** Reads the strings of the list `install_requires` in a setup.py. */
const requirementsInSetup = (text: string): string[] => {
  const start = listStart.exec(text);
  if (!start) return [];
  const from = start.index + start[0].length;
  const rest = text.slice(from, from + longestList);
  const found: string[] = [];
  for (let at = 0; at < rest.length && rest[at] !== ']'; at += 1) {
    const sign = rest[at] ?? '';
    if (sign === '#') at = endOf(rest, '\n', at);
    if (sign !== '"' && sign !== "'") continue;
    const end = endOf(rest, sign, at + 1);
    found.push(rest.slice(at + 1, end));
    at = end;
  }
  return found;
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
  const [config, script] = ['setup.cfg', 'setup.py'].map((name) => readText(siblingPath(path, name)) ?? '');
  return requestsOf([...installRequires(config ?? ''), ...requirementsInSetup(script ?? '')]);
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
