import type { VersionCases } from './version-cases.ts';

/** As R compares them with `numeric_version`: `.` and `-` are the same, and a longer version is after its start. */
const chains = [
  [
    ...'0 0.1 0.1-0 0.1-1 0.1.1.1 0.1-2 0.1-10 0.2 0.2.0 0.10 0.99.0 1 1.0'.split(' '),
    ...'1.0-0 1.0.0.9000 1.0-1 1.0.2 1.0-12 1.1 1.9 1.10 1.10-1 2.3 3.4.5 3.98-1.16 4.0 7.3-60'.split(' '),
    ...'7.3-60.2 10.0 2023.1 20230101'.split(' '),
  ],
];

const unordered = ['', 'latest', '1.0a', '1..2', '-1', '1.', 'v1.0', '1_0', '*', '>= 1.0'];

const equal: [string, string][] = [
  ['1.0-1', '1.0.1'],
  ['1.01', '1.1'],
  ['7.3-60', '7.3.60'],
];

export const cran: VersionCases = { ecosystem: 'CRAN', chains, equal, unordered };
export const bioconductor: VersionCases = { ecosystem: 'Bioconductor', chains, equal, unordered };
