import type { Ecosystem } from '@scangate/engines/model/component';

/** Known facts about an ecosystem's order: n versions of one chain make n(n-1)/2 pairs. */
export interface VersionCases {
  ecosystem: Ecosystem;
  /** Each chain is in strictly ascending order. */
  chains: string[][];
  /** Pairs of versions that are the same release. */
  equal: [string, string][];
  /** Texts that cannot be ordered: no versions, or an obsolete form. */
  unordered: string[];
}

/** Returns `[a, b, sign of a compared with b]` for every pair of the corpus. */
export const pairsOf = ({ chains, equal }: VersionCases): [string, string, -1 | 0 | 1][] => [
  ...chains.flatMap((chain) =>
    chain.flatMap((a, at) =>
      chain.slice(at + 1).flatMap((b): [string, string, -1 | 0 | 1][] => [
        [a, b, -1],
        [b, a, 1],
      ]),
    ),
  ),
  ...equal.flatMap(([a, b]): [string, string, -1 | 0 | 1][] => [
    [a, b, 0],
    [b, a, 0],
  ]),
];
