import type { Ecosystem } from '../model/component.ts';

/** Matches the epoch and the first three numbers of `v1.2.3`, `1!2.0` or `go1.21`. */
const leading = /^(?:go|v|=)?\s{0,2}(?:(\d{1,9})!)?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?/i;

/** From this number on, a first number is a year of calendar versioning and says nothing about compatibility. */
const firstYear = 1990;

const numbersOf = (version: string): number[] | undefined => {
  const [all, epoch = '0', ...numbers] = leading.exec(version) ?? [];
  return all === undefined ? undefined : [epoch, ...numbers].map((part) => Number(part ?? 0));
};

/** Ecosystems in which a caret range allows only the same third number while the first two are 0. */
const strictBelowPointOne: ReadonlySet<Ecosystem> = new Set(['npm', 'crates.io']);

/**
 * Returns whether an upgrade is a breaking change in the ecosystem's terms: another major version, below 1.0
 * another minor one, or another epoch. An unreadable version counts as breaking, which is the safe answer.
 */
export const isBreaking = (ecosystem: Ecosystem, from: string, to: string): boolean => {
  const [before, after] = [numbersOf(from), numbersOf(to)];
  if (!before || !after) return true;
  const [epoch, major = 0, minor, patch] = before;
  if (epoch !== after[0]) return true;
  if (major >= firstYear && (after[1] ?? 0) >= firstYear) return false;
  if (major !== after[1]) return true;
  if (major > 0) return false;
  return minor !== after[2] || (strictBelowPointOne.has(ecosystem) && minor === 0 && patch !== after[3]);
};

const hyphenated: ReadonlySet<Ecosystem> = new Set([
  'npm',
  'crates.io',
  'Go',
  'Hex',
  'Pub',
  'SwiftURL',
  'NuGet',
  'Julia',
  'GitHub Actions',
]);
/** Pre-release stages; `post`, `final`, `jre` and the like are not. */
const stage = /(?:^|[^a-z])(?:a|alpha|b|beta|c|cr|dev|m|milestone|pre|preview|rc|snapshot)(?![a-z])/i;

/** Returns whether a version is a pre-release; those are recommended only if nothing else is known. */
export const isPrerelease = (ecosystem: Ecosystem, version: string): boolean => {
  const bare = version.split('+', 1)[0] ?? '';
  if (hyphenated.has(ecosystem)) return bare.includes('-');
  return ecosystem === 'RubyGems' ? /[a-z]/i.test(bare) : stage.test(bare);
};
