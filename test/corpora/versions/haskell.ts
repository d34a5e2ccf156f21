import type { VersionCases } from './version-cases.ts';

/** As Cabal compares the lists of numbers. */
export const cases: VersionCases = {
  ecosystem: 'Hackage',
  chains: [
    [
      ...'0 0.0.1 0.1 0.1.0 0.1.0.0 0.1.0.1 0.1.2 0.2 0.9.9.9 0.10 0.10.12.1 0.11 1 1.0'.split(' '),
      ...'1.2.11 1.2.11.0 1.2.11.1 1.2.12 1.10 2.0.3.0 2.1 2.1.0.0 2.2.1.0 2.11 4.18.2.1 9.0 20230101 20230101.1'.split(
        ' ',
      ),
    ],
  ],
  equal: [
    ['1.01', '1.1'],
    ['0.0', '0.00'],
  ],
  unordered: ['', 'latest', '1.0-1', '1.0a', '1..2', '.1', '1.', 'v1.0', '*', '^>=1.0'],
};
