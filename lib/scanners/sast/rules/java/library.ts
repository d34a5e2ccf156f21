import type { Callback, ContainerUse, Guard, Result } from '../../rule.ts';

export const guards: readonly Guard[] = [{ call: ['*.{contains,containsKey}'], of: 0, cleans: 'all' }];
export const callbacks: readonly Callback[] = [];
export const results: readonly Result[] = [
  { call: ['*.createStatement'], type: 'Statement' },
  { call: ['*.{prepareStatement,prepareCall}'], type: 'PreparedStatement' },
];
export const containers: Readonly<Record<string, ContainerUse>> = {
  add: 'append',
  addAll: 'mutate',
  put: 'put',
  set: 'put',
  get: 'get',
  getOrDefault: 'get',
  remove: 'removeAt',
  clear: 'clear',
  append: 'mutate',
  insert: 'mutate',
  getFirst: 'first',
  getLast: 'last',
};
export const scalarTypes: readonly string[] = [
  'int',
  'long',
  'short',
  'byte',
  'boolean',
  'float',
  'double',
  'Integer',
  'Long',
  'Short',
  'Boolean',
  'Double',
  'Float',
  'UUID',
  'LocalDate',
  'BigDecimal',
];
