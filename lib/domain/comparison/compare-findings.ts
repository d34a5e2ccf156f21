import type { ComparedFinding } from './compared-finding.ts';
import { pairUnits, type ComparedUnit } from './pair-units.ts';
import { vulnerabilityNames } from './vulnerability-names.ts';

/** The findings in which two scans differ, and those that they share. */
export interface FindingComparison<F extends ComparedFinding = ComparedFinding> {
  /** Those of the head that count, and that do not count or count lower in the base. */
  introduced: F[];
  /** Those of the base that count, and that do not count or count lower in the head. */
  fixed: F[];
  /** Those of the head that count as much in the base. */
  unchanged: F[];
}

/** A finding with the unit that it shares with the other side. */
interface Placed<F extends ComparedFinding> {
  finding: F;
  unit: number;
}

type KeyOf<F extends ComparedFinding> = (placed: Placed<F>) => string | undefined;

/**
 * Returns whether a finding counts more than another: at all, with a higher severity, or in production rather than
 * only in development.
 */
const countsMore = (one: ComparedFinding, other: ComparedFinding | undefined): boolean =>
  one.counts && (!other?.counts || one.level > other.level || (one.production && !other.production));

/** Orders the findings that count most first, so that equal occurrences are paired by weight. */
const byWeight = ({ finding: a }: Placed<ComparedFinding>, { finding: b }: Placed<ComparedFinding>): number =>
  Number(b.counts) - Number(a.counts) ||
  b.level - a.level ||
  Number(b.production) - Number(a.production) ||
  (a.fingerprint < b.fingerprint ? -1 : Number(a.fingerprint > b.fingerprint));

const groupByKey = <F extends ComparedFinding>(
  placed: Iterable<Placed<F>>,
  keyOf: KeyOf<F>,
): Map<string, Placed<F>[]> => {
  const groups = new Map<string, Placed<F>[]>();
  for (const one of placed) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
};

/**
 * The keys by which findings are paired, the most certain first: the same content in the same file, the same
 * fingerprint, the same content elsewhere in the unit and, for the content of files, in another unit.
 */
const pairingKeys = <F extends ComparedFinding>(nameOf: (ids: readonly string[]) => string): KeyOf<F>[] => {
  const contentOf = ({ content, ids }: F): string => (ids ? `${content} ${nameOf(ids)}` : content);
  return [
    ({ finding, unit }) => `${unit} ${finding.file}\n${contentOf(finding)}`,
    ({ finding, unit }) => (finding.ids ? undefined : `${unit} ${finding.fingerprint}`),
    ({ finding, unit }) => `${unit} ${contentOf(finding)}`,
    ({ finding }) =>
      finding.dimension === 'code' || finding.dimension === 'secrets' ? contentOf(finding) : undefined,
  ];
};

const compare = <F extends ComparedFinding>(
  pairs: readonly { head: F; base: F }[],
  { head, base }: { head: Iterable<F>; base: Iterable<F> },
): FindingComparison<F> => {
  const comparison: FindingComparison<F> = { introduced: [], fixed: [], unchanged: [] };
  for (const { head: one, base: other } of pairs) {
    const isIntroduced = countsMore(one, other);
    const isFixed = countsMore(other, one);
    if (isIntroduced) comparison.introduced.push(one);
    if (isFixed) comparison.fixed.push(other);
    if (!isIntroduced && !isFixed && one.counts) comparison.unchanged.push(one);
  }
  comparison.introduced.push(...[...head].filter(({ counts }) => counts));
  comparison.fixed.push(...[...base].filter(({ counts }) => counts));
  return comparison;
};

/**
 * Compares the findings of two scans that are judged alike. Occurrences are counted: one more than in the base is
 * introduced. The result is antisymmetric: the findings that (A, B) introduces are those that (B, A) fixes.
 */
export const compareFindings = <F extends ComparedFinding>(
  head: readonly ComparedUnit<F>[],
  base: readonly ComparedUnit<F>[],
): FindingComparison<F> => {
  const units = pairUnits(head, base);
  const place = (side: 'head' | 'base'): Set<Placed<F>> =>
    new Set(
      units.flatMap((pair, unit) => (pair[side]?.findings ?? []).map((finding) => ({ finding, unit }))),
    );
  const heads = place('head');
  const bases = place('base');
  const nameOf = vulnerabilityNames(
    [...heads, ...bases].flatMap(({ finding }) => (finding.ids ? [finding.ids] : [])),
  );
  const pairs: { head: F; base: F }[] = [];
  for (const keyOf of pairingKeys<F>(nameOf)) {
    const others = groupByKey(bases, keyOf);
    for (const [key, group] of groupByKey(heads, keyOf)) {
      const against = others.get(key)?.toSorted(byWeight) ?? [];
      for (const [index, one] of group.toSorted(byWeight).slice(0, against.length).entries()) {
        const other = against[index]!;
        pairs.push({ head: one.finding, base: other.finding });
        heads.delete(one);
        bases.delete(other);
      }
    }
  }
  return compare(pairs, {
    head: [...heads].map(({ finding }) => finding),
    base: [...bases].map(({ finding }) => finding),
  });
};
