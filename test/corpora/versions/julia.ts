import type { VersionCases } from './version-cases.ts';

/** Julia's versions are semantic ones in which the build counts, too. */
export const cases: VersionCases = {
  ecosystem: 'Julia',
  chains: [
    [
      ...'0.0.1 0.1.0-alpha 0.1.0-alpha.1 0.1.0-beta 0.1.0-rc1 0.1.0 0.1.1 0.2.0 0.9.9 0.10.0 0.21.4 1.0.0-DEV 1.0.0 1.0.1'.split(
        ' ',
      ),
      ...'1.0.10 1.1.0 1.2.3 1.10.0 1.11.0-rc1 1.11.0 2.0.0 2.39.5 3.0.15 8.6.0 10.0.0 2022.1.0'.split(' '),
    ],
    '1.2.12+5 1.2.13-rc1 1.2.13-rc1+0 1.2.13 1.2.13+0 1.2.13+1 1.2.13+9 1.2.13+10 1.2.13+10.1 1.2.13+a 1.2.14+0'.split(
      ' ',
    ),
  ],
  // Binary packages number their rebuilds: `VersionNumber` orders builds, too, numbers before words.
  equal: [
    ['01.2.3', '1.2.3'],
    ['v1.6', '1.6.0'],
  ],
  unordered: ['', 'latest', '*', '^1.0.0', '1.x', 'a.b.c', '1.0.0.0', 'main', '1..2'],
};
