import type { VersionCases } from './version-cases.ts';

export const cases: VersionCases = {
  ecosystem: 'SwiftURL',
  chains: [
    [
      '0.9.0',
      '1.0.0-alpha.1',
      'v1.0.0-beta.2',
      '1.0.0-beta.11',
      'v1.0.0',
      '1.0.1',
      'v1.2',
      '1.2.1',
      '1.10.0',
      '509.0.0',
    ],
  ],
  equal: [
    ['v1.0.0', '1.0.0'],
    ['1.0', '1.0.0'],
    ['1.0.0+x', '1.0.0'],
  ],
  unordered: ['', 'latest', '*', '^1.0.0', '1.x', 'a.b.c', '1.0.0.0', 'main', '1..2'],
};
