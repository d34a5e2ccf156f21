import type { Sanitizer } from '../../rule.ts';

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      'Integer.{parseInt,valueOf}',
      'Long.{parseLong,valueOf}',
      '*.length',
      '*.size',
      '*.equals',
      '*.isEmpty',
      '*.indexOf',
      '*.hashCode',
    ],
    cleans: 'all',
  },
];
