import semver from 'semver';
import { asText, member } from '../parse/untrusted-value.ts';
import type { PackageJson } from '../npm/package-json.ts';

/** A package that requests others; without one, the project itself requests. */
export interface Requester {
  name: string;
  /** The exact package that Yarn 2 chose: `npm:1.0.0`, `workspace:packages/a`. */
  reference?: string;
}

/** Returns the ranges of a request, of which a lockfile has to list one. */
export type RangesFor = (name: string, range: string, by?: Requester) => readonly string[];

/** A package in the pattern of a resolution: `name` or `name@description`. */
interface Specifier {
  name: string;
  description?: string;
}

/** A resolution of Yarn 2 and later. */
interface Resolution {
  from?: Specifier;
  description?: string;
  value: string;
}

/** Reads a package of a pattern up to a slash, or to the end; a name may have a scope. */
const specifierAt = (pattern: string, start: number): (Specifier & { end: number }) | undefined => {
  const slash = pattern[start] === '@' ? pattern.indexOf('/', start) : start - 1;
  const isScoped = slash > start;
  if (isScoped ? slash === start + 1 || pattern.slice(start + 1, slash).includes('@') : slash !== start - 1)
    return undefined;
  let end = slash + 1;
  while (end < pattern.length && pattern[end] !== '/' && pattern[end] !== '@') end += 1;
  if (end === slash + 1) return undefined;
  const name = pattern.slice(start, end);
  if (pattern[end] !== '@') return { name, end };
  const next = pattern.indexOf('/', end);
  const description = pattern.slice(end + 1, next === -1 ? pattern.length : next);
  return description === '' ? undefined : { name, description, end: end + 1 + description.length };
};

/** Reads `parent@reference/name@range`. Yarn 2 ignores every other pattern, such as one with more parents or with `**`. */
const resolutionOf = (pattern: string, value: string): (Resolution & { name: string }) | undefined => {
  const first = specifierAt(pattern, 0);
  if (!first) return undefined;
  if (first.end === pattern.length) return { name: first.name, description: first.description, value };
  const second = specifierAt(pattern, first.end + 1);
  return second?.end === pattern.length
    ? { from: first, name: second.name, description: second.description, value }
    : undefined;
};

/** Adds the protocol that Yarn 2 adds to the ranges of a registry. */
const normalized = (range: string): string => (semver.validRange(range) === null ? range : `npm:${range}`);

/** The version of the lockfile since which Yarn, from its version 4 on, adds the protocol to those in patterns, too. */
const normalizingVersion = 7;

/**
 * Returns what resolutions make of requests in Yarn 2 and later. The first one counts whose pattern names the package, the range
 * if it has one, and the package that requests it.
 */
export const berryResolutions = ({ resolutions }: PackageJson, metadata: unknown): RangesFor => {
  const byName = new Map<string, Resolution[]>();
  for (const [pattern, value] of resolutions) {
    const found = resolutionOf(pattern, value);
    if (!found) continue;
    const known = byName.get(found.name);
    if (known) known.push(found);
    else byName.set(found.name, [found]);
  }
  const isNormalizing = Number(asText(member(metadata, 'version'))) >= normalizingVersion;
  const isMet = (description: string | undefined, stated: string | undefined): boolean =>
    description === undefined ||
    (stated !== undefined && (isNormalizing ? normalized(description) : description) === normalized(stated));
  return (name, range, by) => {
    const found = byName
      .get(name)
      ?.find(
        ({ from, description }) =>
          isMet(description, range) &&
          (from === undefined || (from.name === by?.name && isMet(from.description, by.reference))),
      );
    return [found?.value ?? range];
  };
};

/** Returns whether a glob of Yarn 1 may be about what a package requests; its path from the project is not known. */
const mayBeOf = (parents: readonly string[], by: Requester | undefined): boolean => {
  if (parents.every((each) => each === '**')) return true;
  if (by === undefined) return false;
  const last = parents.at(-1) ?? '';
  return last === by.name || last.includes('*');
};

/** Splits a path of packages, of which some have a scope. */
const pathOf = (pattern: string): string[] => {
  const path: string[] = [];
  let scope = '';
  for (const part of pattern.split('/')) {
    if (part.startsWith('@') && scope === '') scope = `${part}/`;
    else {
      path.push(scope + part);
      scope = '';
    }
  }
  return path;
};

/** Returns what resolutions may make of requests in Yarn 1, whose patterns are globs over the path to a package. */
export const classicResolutions = ({ resolutions }: PackageJson): RangesFor => {
  const byName = new Map<string, { parents: string[]; value: string }[]>();
  for (const [pattern, value] of resolutions) {
    const parents = pathOf(pattern);
    const name = parents.pop() ?? '';
    const known = byName.get(name) ?? [];
    byName.set(name, known);
    known.push({ parents, value });
  }
  return (name, range, by) => {
    const stated = byName.get(name);
    return stated
      ? [range, ...stated.filter(({ parents }) => mayBeOf(parents, by)).map(({ value }) => value)]
      : [range];
  };
};
