import type { Sanitizer } from '../../rule.ts';

export const sanitizers: readonly Sanitizer[] = [
  {
    call: ['parseInt', 'parseFloat', 'Number', 'Boolean', 'isNaN', 'Number.{parseInt,parseFloat}'],
    cleans: 'all',
  },
  { call: ['path.basename'], cleans: ['path'] },
];
