import semver from 'semver';
import type { Ecosystem } from '../model/component.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import { meetsBounds, type RangeGrammar } from './bounds.ts';
import { cargoRange } from './cargo-range.ts';
import { comparatorRange } from './comparator-range.ts';
import { hexRange } from './hex-range.ts';
import { gradleRange, nugetRange } from './interval-range.ts';
import { packagistRange } from './packagist-range.ts';
import { pep440Range } from './pep440-range.ts';
import { pubRange } from './pub-range.ts';
import { rubygemsRange } from './rubygems-range.ts';

/** Longer texts are not hand-written ranges, and cost time. */
const longestRange = 500;

const grammars: Partial<Record<Ecosystem, RangeGrammar>> = {
  'crates.io': cargoRange,
  Hex: hexRange,
  Maven: gradleRange,
  NuGet: nugetRange,
  Packagist: packagistRange,
  Pub: pubRange,
  PyPI: pep440Range,
  RubyGems: rubygemsRange,
};

const meetsNpmRange = (range: string, version: string): boolean | undefined => {
  const exact = semver.valid(version, { loose: true });
  if (exact === null || semver.validRange(range, { loose: true }) === null) return undefined;
  return semver.satisfies(exact, range, { loose: true, includePrerelease: true });
};

/** A local label such as `+cpu` identifies a build of a version; a range without a label covers all builds. */
const withoutLabel = (ecosystem: Ecosystem, range: string, version: string): string =>
  ecosystem === 'PyPI' && !range.includes('+') ? (version.split('+', 1)[0] ?? version) : version;

/**
 * Returns whether a version is inside a range of its ecosystem. Pre-releases between the bounds are inside, because
 * a lockfile only has them when they were requested.
 * @returns undefined when the text is not a range (a tag, a path, a branch) or the version cannot be ordered.
 */
export const meetsRange = (ecosystem: Ecosystem, range: string, version: string): boolean | undefined => {
  if (range.length > longestRange) return undefined;
  if (ecosystem === 'npm') return meetsNpmRange(range, version);
  const bounds = grammars[ecosystem]?.(range);
  const order = versionOrder(ecosystem);
  return bounds && order && meetsBounds(order, bounds, withoutLabel(ecosystem, range, version));
};

/**
 * Compiles a range that a person enters: in the notation of the ecosystem, or as comparisons where it has none.
 * @returns undefined for a text that is not a range.
 */
export const rangeMatcher = (
  ecosystem: Ecosystem,
  range: string,
): ((version: string) => boolean) | undefined => {
  if (range.length > longestRange) return undefined;
  if (grammars[ecosystem] || ecosystem === 'npm') {
    const isRange =
      ecosystem === 'npm'
        ? semver.validRange(range, { loose: true }) !== null
        : grammars[ecosystem]?.(range) !== undefined;
    return isRange ? (version) => meetsRange(ecosystem, range, version) === true : undefined;
  }
  const bounds = comparatorRange(range);
  const order = versionOrder(ecosystem);
  return bounds && order && ((version) => meetsBounds(order, bounds, version) === true);
};
