import type { Finding } from '../model/finding.ts';
import type { SourceFiles } from '../model/source-files.ts';

/** A lockfile above this is not searched; the largest real ones have a tenth of it. */
const maxBytes = 32 * 1024 * 1024;
/** A version follows its name within this many lines in every format. */
const linesToVersion = 12;
const longestLine = 2000;

type PackageFinding = Extract<Finding, { packageName: string }>;

const isAboutPackage = (finding: Finding): finding is PackageFinding =>
  (finding.kind === 'vulnerability' || finding.kind === 'license' || finding.kind === 'upgrade') &&
  finding.line === undefined &&
  finding.file !== '';

/** The spelling of a word in a lockfile that all ecosystems share: PyPI's separators and case do not matter. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[_.]/g, '-');

/** The names that a word of a lockfile may state: `node_modules/a`, `a@npm:1.0.0`, `/a@1.0.0(b@2)`, `group:a:1`. */
const namesIn = (word: string): string[] => {
  const bare = word.slice(word.lastIndexOf('node_modules/') + 1 ? word.lastIndexOf('node_modules/') + 13 : 0);
  const path = bare.replace(/^\//, '');
  const scoped = path.startsWith('@') ? 1 : 0;
  const at = path.indexOf('@', scoped);
  const beforeVersion = at > 0 ? path.slice(0, at) : path;
  const colon = beforeVersion.lastIndexOf(':');
  return [path, beforeVersion, ...(colon > 0 ? [beforeVersion.slice(0, colon)] : [])];
};

const words = /[A-Za-z0-9@][A-Za-z0-9@/._:+~-]*/g;

/** Lists the lines on which each wanted name stands. */
const linesByName = (lines: readonly string[], wanted: ReadonlySet<string>): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const named = new Set<string>();
    for (const { 0: word, index: at } of line.slice(0, longestLine).matchAll(words)) {
      // Parentheses hold versions, or the peers that another package was resolved with.
      if (line[at - 1] === '(') continue;
      const names = namesIn(word.replace(/:$/, '')).map(plain);
      for (const name of names) if (wanted.has(name)) named.add(name);
    }
    for (const name of named) found.set(name, [...(found.get(name) ?? []), index]);
  }
  return found;
};

/** A Maven package stands under its artifact's name. */
const wantedNames = (name: string): string[] => {
  const colon = name.lastIndexOf(':');
  return [plain(name), ...(colon > 0 ? [plain(name.slice(colon + 1))] : [])];
};

const lineOf = (
  lines: readonly string[],
  places: ReadonlyMap<string, number[]>,
  { packageName, version = '' }: PackageFinding,
): number | undefined => {
  const at = wantedNames(packageName).flatMap((name) => places.get(name) ?? []);
  const stated = version.replace(/^v/, '');
  const exact = at.find((index) =>
    lines.slice(index, index + linesToVersion).some((line) => stated !== '' && line.includes(stated)),
  );
  const index = exact ?? at[0];
  return index === undefined ? undefined : index + 1;
};

const textOf = (files: SourceFiles, path: string): string | undefined => {
  const entry = files.entries.find((each) => each.path === path);
  if (!entry || entry.sizeBytes > maxBytes) return undefined;
  try {
    return Buffer.from(files.read(path)).toString('utf8');
  } catch {
    return undefined;
  }
};

/**
 * Adds to findings about packages the line of the package in its file, so that reports point at it. The work is linear
 * in the size of the files that have findings.
 */
export const locatePackages = (findings: readonly Finding[], files: SourceFiles): Finding[] => {
  const lines = new Map<Finding, number>();
  for (const [path, own] of Map.groupBy(findings.filter(isAboutPackage), ({ file }) => file)) {
    const text = textOf(files, path);
    if (text === undefined) continue;
    const all = text.split('\n');
    const places = linesByName(all, new Set(own.flatMap(({ packageName }) => wantedNames(packageName))));
    for (const finding of own) {
      const line = lineOf(all, places, finding);
      if (line !== undefined) lines.set(finding, line);
    }
  }
  return findings.map((finding) => {
    const line = lines.get(finding);
    return line === undefined ? finding : { ...finding, line };
  });
};
