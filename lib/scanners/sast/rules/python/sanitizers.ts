import type { Sanitizer } from '../../rule.ts';

export const sanitizers: readonly Sanitizer[] = [
  { call: ['int', 'float', 'bool', 'len', 'isinstance'], cleans: 'all' },
  { call: ['shlex.quote', 'pipes.quote'], cleans: ['command'] },
];
