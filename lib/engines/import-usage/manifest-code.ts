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

/** A manifest of npm without its lists. */
interface ManifestCode {
  /** Its scripts and settings, which may use a package, without line breaks. */
  text: string;
  /** Its scripts as they are. */
  scripts: string;
}

/** Returns what a manifest of npm says beside its lists; undefined for one that cannot be read. */
export const codeOfManifest = (text: string): ManifestCode | undefined => {
  const manifest = tryParse(text, parseJson);
  if (!manifest) return undefined;
  const used = Object.fromEntries(Object.entries(manifest).filter(([key]) => !lists.has(key)));
  const { scripts } = manifest;
  const commands = typeof scripts === 'object' && scripts !== null ? Object.values(scripts) : [];
  return {
    text: JSON.stringify([used, wordsOf(scripts)]),
    scripts: commands.filter((command) => typeof command === 'string').join('\n'),
  };
};

const coordinates =
  /<(groupId|artifactId)>[^<]{0,300}<\/\1>|["'][\w.-]{1,200}:[\w.-]{1,200}(?::[^"'\n]{0,200})?["']/g;

/** Returns the text of a build of the JVM without the coordinates of packages, which list these without using them. */
export const codeOfBuild = (text: string): string => text.replaceAll(coordinates, '""');
