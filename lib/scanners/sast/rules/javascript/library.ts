import type { Callback, ContainerUse, Guard, Result } from '../../rule.ts';

export const guards: readonly Guard[] = [{ call: ['*.{includes,has}'], of: 0, cleans: 'all' }];
export const callbacks: readonly Callback[] = [
  { call: ['*.{get,post,put,patch,delete,all,use,head,options,route}'], parameters: ['req', 'res', 'next'] },
];
export const results: readonly Result[] = [];
export const containers: Readonly<Record<string, ContainerUse>> = {
  push: 'append',
  unshift: 'prepend',
  set: 'put',
  get: 'get',
  pop: 'last',
  shift: 'first',
};
export const scalarTypes: readonly string[] = ['number', 'boolean', 'bigint', 'Date'];
