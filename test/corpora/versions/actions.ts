import type { VersionCases } from './version-cases.ts';

/** A moving tag (`v4`) is after every release of its line. */
export const cases: VersionCases = {
  ecosystem: 'GitHub Actions',
  chains: [
    [
      ...'0.0.1 v0.1.0 0.1.1 v0.1 0.2.0 v0.20.0 v0.34.2 v0 1.0.0-beta v1.0.0 v1.0.1 1.9.0 v1.10.0 v1.10'.split(
        ' ',
      ),
      ...'v1 2.0.0-rc.1 2.0.0 v2.1.0 v2.2.1 v2 3.0.0 4.0.0 v4.1.2 4.1.3 v4 45.0.7 v45 46.0.1'.split(' '),
      ...'v46'.split(' '),
    ],
  ],
  equal: [
    ['v1.2.3', '1.2.3'],
    ['4', '4.0.0'],
  ],
  unordered: ['', 'main', 'release/v1', '*', 'v1.x', '8f4b7f84864484a7bf31766abe9204da3cbe65b3', '1..2'],
};
