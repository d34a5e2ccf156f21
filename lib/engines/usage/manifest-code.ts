import { tryParse, parseJson } from '../inventory/parse/parse-document.ts';
import { baseNameOf } from '../units/paths.ts';

/** The parts of a package.json that list packages without using them. */
const lists = new Set([
  'name',
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'optionalDependencies',
  'bundledDependencies',
  'bundleDependencies',
  'overrides',
  'resolutions',
  'pnpm',
  'keywords',
]);

/** Returns whether a file is an npm manifest, which names packages in its lists. */
export const isManifestOfPackages = (path: string): boolean => baseNameOf(path) === 'package.json';

/** Splits the commands of scripts, so that each word looks like a quoted name. */
const wordsOf = (scripts: unknown): string[] =>
  typeof scripts === 'object' && scripts !== null
    ? Object.values(scripts).flatMap((command) => (typeof command === 'string' ? command.split(/\s+/) : []))
    : [];

/** Returns a manifest without its lists and line breaks: its scripts and settings may use a package. */
export const codeOfManifest = (text: string): string => {
  const manifest = tryParse(text, parseJson) ?? {};
  const used = Object.fromEntries(Object.entries(manifest).filter(([key]) => !lists.has(key)));
  return JSON.stringify([used, wordsOf(manifest.scripts)]);
};
