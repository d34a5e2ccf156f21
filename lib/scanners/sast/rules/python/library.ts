import type { Callback, ContainerUse, Guard, Result } from '../../rule.ts';

export const guards: readonly Guard[] = [
  { call: ['*.isdigit', '*.isnumeric', '*.isalnum', '*.isdecimal'], of: 'receiver', cleans: 'all' },
];
export const callbacks: readonly Callback[] = [];
export const results: readonly Result[] = [];
export const containers: Readonly<Record<string, ContainerUse>> = {
  append: 'append',
  extend: 'mutate',
  insert: 'mutate',
  add: 'mutate',
  update: 'mutate',
  setdefault: 'mutate',
  write: 'mutate',
  get: 'get',
  pop: 'get',
  clear: 'clear',
};
export const scalarTypes: readonly string[] = ['int', 'float', 'bool', 'datetime', 'UUID', 'Decimal'];
