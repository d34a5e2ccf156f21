import type { Ecosystem } from '@scangate/engines/model/component';

/** What is known of an ecosystem's order: n versions of one chain make n(n-1)/2 pairs. */
export interface VersionCases {
  ecosystem: Ecosystem;
  /** Each chain in strictly ascending order. */
  chains: string[][];
  /** Versions that are the same release. */
  equal: [string, string][];
  /** What has no place in the order: no versions, or of a form given up. */
  unordered: string[];
}

/** `[a, b, sign of a compared with b]` for every pair the cases state. */
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
