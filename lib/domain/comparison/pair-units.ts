import type { UnitType } from '@scangate/engines/model/project-unit';
import type { ComparedFinding } from './compared-finding.ts';

/** The findings of one unit, with the facts that show whether it moved. */
export interface ComparedUnit<F extends ComparedFinding = ComparedFinding> {
  path: string;
  type: UnitType;
  /** Digest of its components. */
  inventoryDigest?: string;
  findings: readonly F[];
}

/** A unit of each side; one of them is absent when the unit is new or gone. */
export interface UnitPair<F extends ComparedFinding = ComparedFinding> {
  head?: ComparedUnit<F>;
  base?: ComparedUnit<F>;
}

interface Candidate<F extends ComparedFinding> {
  head: ComparedUnit<F>;
  base: ComparedUnit<F>;
  score: number;
  /** The same for both directions of a comparison. */
  name: string;
}

/** Equal components are stronger evidence than any number of shared findings. */
const equalInventory = 1_000_000;

/** Counts what two units of one type share; two units that share nothing are not a moved unit. */
const scoreOf = <F extends ComparedFinding>(head: ComparedUnit<F>, base: ComparedUnit<F>): number => {
  if (head.type !== base.type) return 0;
  const isEqual = head.inventoryDigest !== undefined && head.inventoryDigest === base.inventoryDigest;
  const contents = new Set(base.findings.map(({ content }) => content));
  const shared = new Set(head.findings.map(({ content }) => content)).intersection(contents).size;
  const most = Math.max(new Set(head.findings.map(({ content }) => content)).size, contents.size);
  return (isEqual ? equalInventory : 0) + (shared * 2 >= most ? shared : 0);
};

/**
 * Pairs the units of two scans: those with the same path, then those that moved, the most similar first. The result
 * is symmetric: the pairs of (A, B) are those of (B, A).
 */
export const pairUnits = <F extends ComparedFinding>(
  head: readonly ComparedUnit<F>[],
  base: readonly ComparedUnit<F>[],
): UnitPair<F>[] => {
  const basesByPath = new Map(base.map((unit) => [unit.path, unit]));
  const headPaths = new Set(head.map(({ path }) => path));
  const pairs: UnitPair<F>[] = head
    .filter(({ path }) => basesByPath.has(path))
    .map((unit) => ({ head: unit, base: basesByPath.get(unit.path)! }));
  const added = new Set(head.filter(({ path }) => !basesByPath.has(path)));
  const removed = new Set(base.filter(({ path }) => !headPaths.has(path)));
  const candidates = [...added]
    .flatMap((one) =>
      [...removed].map((other): Candidate<F> => {
        const name = [one.path, other.path].toSorted().join('\n');
        return { head: one, base: other, score: scoreOf(one, other), name };
      }),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  for (const { head: one, base: other } of candidates) {
    if (!added.has(one) || !removed.has(other)) continue;
    added.delete(one);
    removed.delete(other);
    pairs.push({ head: one, base: other });
  }
  return [
    ...pairs,
    ...[...added].map((unit) => ({ head: unit })),
    ...[...removed].map((unit) => ({ base: unit })),
  ];
};
