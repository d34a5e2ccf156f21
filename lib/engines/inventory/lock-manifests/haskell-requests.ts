import { baseNameOf, directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { linesOf } from '../parse/lines.ts';
import { parseOlderYamlStream, tryParse } from '../parse/parse-document.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';
import { matchesPath } from './matches-path.ts';
import { readCabalFile } from './cabal-file.ts';
import { noRequests, type FixedVersion, type ManifestInput, type ManifestReader } from './manifest-reader.ts';

const maxPatterns = 200;

/** Returns the entries of `packages` of a cabal.project; by default the packages beside it. */
const patternsIn = (text: string | undefined): string[] => {
  let isOpen = false;
  const found: string[] = [];
  for (const line of linesOf(text ?? '')) {
    if (line.trimStart().startsWith('--')) continue;
    const [, field, value = ''] = /^([A-Za-z][\w-]{0,60})[ \t]{0,9}:(.*)$/.exec(line) ?? [];
    if (field !== undefined || /^\S/.test(line)) isOpen = field?.toLowerCase() === 'packages';
    if (isOpen) found.push(...(field === undefined ? line : value).split(/[\s,]+/));
  }
  const stated = found.map((each) => each.replace(/^\.\//, '')).filter((each) => each !== '');
  return stated.length > 0 ? stated.slice(0, maxPatterns) : ['*.cabal'];
};

/** Completes an entry of `packages`, which names a file or its directory. */
const filePattern = (stated: string): string =>
  stated.endsWith('.cabal') ? stated : `${stated.replace(/^\.$|\/$/, '')}/*.cabal`.replace(/^\//, '');

const cabalFiles = ({ path, readText, findNearby }: ManifestInput): string[] => {
  const root = directoryOf(path);
  const patterns = patternsIn(readText(siblingPath(path, 'cabal.project')));
  return findNearby('*.cabal').filter((file) =>
    patterns.some((pattern) => matchesPath(filePattern(pattern), file.slice(root.length))),
  );
};

const named = /^([A-Za-z0-9][A-Za-z0-9-]{0,200})/;
const equal = /^[A-Za-z0-9][A-Za-z0-9-]{0,200}\s{0,20}==\s{0,20}(\d[\d.]{0,100})$/;

/** Reads what the packages of a cabal project depend on, but for each other. */
export const cabalRequests: ManifestReader = (input) => {
  const read = cabalFiles(input).map((file) => ({
    file,
    content: tryParse(input.readText(file), readCabalFile),
  }));
  const packages = read.flatMap(({ content }) => content ?? []);
  const own = new Set(packages.flatMap(({ name, libraries }) => [name, ...libraries]));
  const asked = packages
    .flatMap(({ dependencies }) => dependencies)
    .flatMap((stated) => {
      const name = named.exec(stated)?.[1];
      return name === undefined || own.has(name) ? [] : [{ name, version: equal.exec(stated)?.[1] }];
    });
  return {
    names: asked.map(({ name }) => name),
    fixed: asked.flatMap(({ name, version }): FixedVersion[] =>
      version === undefined ? [] : [{ name, version }],
    ),
    unreadable: read.filter(({ content }) => !content?.isWhole).map(({ file }) => file),
  };
};

const release = /^([A-Za-z0-9][A-Za-z0-9-]{0,200})-(\d[\d.]{0,100})(?:@|$)/;

/** Reads the packages that stack.yaml takes from Hackage in addition to its snapshot. */
export const stackRequests: ManifestReader = ({ path, readText }) => {
  const manifest = siblingPath(path, 'stack.yaml');
  const text = readText(manifest);
  if (text === undefined || baseNameOf(path) !== 'stack.yaml.lock') return noRequests;
  const document = tryParse(text, parseOlderYamlStream)?.[0];
  if (!document) return { names: [], unreadable: [manifest] };
  const fixed = asList(member(document, 'extra-deps')).flatMap((each): FixedVersion[] => {
    const [, name, version] = release.exec(asText(each) ?? '') ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version }];
  });
  return { names: fixed.map(({ name }) => name), fixed };
};
