import type { VersionCases } from './version-cases.ts';

/** As opam's manual orders them: like dpkg, so `~` is before the end of a version and letters are before signs. */
export const cases: VersionCases = {
  ecosystem: 'opam',
  chains: [
    [
      ...'0~alpha 0.1 0.1.1 0.2~rc1 0.2 0.2a 0.2+1 0.2-1 0.2.0 0.10 0.10.1 1~~ 1~~a 1~'.split(' '),
      ...'1~beta 1 1.0~beta1 1.0~beta10 1.0 1.0.0 1.0.1 1.1 1.10 2.0 4.14.0 4.14.1+flambda 5.1.0~rc3 5.1.0'.split(
        ' ',
      ),
      ...'v0.9.0 v0.16.1 v0.16.2'.split(' '),
    ],
  ],
  equal: [
    ['1.01', '1.1'],
    ['1.00', '1.0'],
  ],
  unordered: ['', 'dev', 'base', '*', '>= 1.0', '1.0 beta', '1:2', '~1'],
};
