import { siblingPath } from '@scangate/engines/units/paths';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { pypiName } from '../python/python-requirement.ts';
import { noRequests, type ManifestInput, type ManifestReader } from './manifest-reader.ts';

const ofConda = ['dependencies', 'host-dependencies', 'build-dependencies'];

/** Returns the tables of pixi with the path of the file that has them; undefined where there is none. */
const manifestOf = ({ path, readText }: ManifestInput): { path: string; pixi: unknown } | undefined => {
  const own = siblingPath(path, 'pixi.toml');
  const text = readText(own);
  if (text !== undefined) return { path: own, pixi: tryParse(text, parseToml) };
  const shared = tryParse(readText(siblingPath(path, 'pyproject.toml')), parseToml);
  const pixi = member(member(shared, 'tool'), 'pixi');
  return pixi === undefined ? undefined : { path: siblingPath(path, 'pyproject.toml'), pixi };
};

/** Returns the features that environments have, apart from the default one. */
const usedFeatures = (pixi: unknown): unknown[] => {
  const used = new Set(
    entriesOf(member(pixi, 'environments')).flatMap(([, environment]) =>
      textsOf(Array.isArray(environment) ? environment : member(environment, 'features')),
    ),
  );
  return entriesOf(member(pixi, 'feature'))
    .filter(([name]) => used.has(name))
    .map(([, feature]) => feature);
};

const isLocal = (stated: unknown): boolean => asText(member(stated, 'path'), 2048) !== undefined;

const namesIn = (tables: Table | unknown): string[] => [
  ...ofConda.flatMap((table) =>
    entriesOf(member(tables, table))
      .filter(([, stated]) => !isLocal(stated))
      .map(([name]) => name.toLowerCase()),
  ),
  ...entriesOf(member(tables, 'pypi-dependencies'))
    .filter(([, stated]) => !isLocal(stated))
    .map(([name]) => pypiName(name)),
];

/** Reads what the environments of a pixi.toml, or of the tables of pixi in pyproject.toml, request on every platform. */
export const pixiRequests: ManifestReader = (input) => {
  const manifest = manifestOf(input);
  if (!manifest) return noRequests;
  const { pixi, path } = manifest;
  if (pixi === undefined) return { names: [], unreadable: [path] };
  return { names: [pixi, ...usedFeatures(pixi)].flatMap(namesIn) };
};
