import { semverOrder } from './semver-order.ts';
import type { VersionOrder } from './version-order.ts';

interface ActionVersion {
  /** The version that is compared; for a moving tag, the first of its line. */
  release: NonNullable<ReturnType<typeof semverOrder.parse>>;
  /** The count of numbers that a moving tag fixes; 3 for a release. */
  fixed: 1 | 2 | 3;
}

/** `v4` and `v4.1` are tags that move to the newest release of their line. Advisories write whole versions. */
const moving = /^v\d{1,9}(\.\d{1,9})?$/;

const numbersOf = ({ release, fixed }: ActionVersion): number[] =>
  [release.major, release.minor, release.patch].map((number, at) => (at < fixed ? number : Infinity));

/**
 * Orders the tags of actions as semantic versions. A moving tag is after every release of its line, because that is what
 * runs: `v4.1.3` < `v4` < `v5.0.0`.
 */
export const actionsOrder: VersionOrder<ActionVersion> = {
  parse(version) {
    const release = semverOrder.parse(version);
    const [tag, minor] = moving.exec(version) ?? [];
    if (!release) return undefined;
    if (tag === undefined) return { release, fixed: 3 };
    return { release, fixed: minor === undefined ? 1 : 2 };
  },
  compare(a, b) {
    const [left, right] = [numbersOf(a), numbersOf(b)];
    for (const [at, number] of left.entries()) {
      const other = right[at] ?? 0;
      if (number !== other) return number < other ? -1 : 1;
    }
    return a.release.compare(b.release);
  },
};
