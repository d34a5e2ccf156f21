import type { Callback, ContainerUse, Guard, Result } from '../../rule.ts';

export const guards: readonly Guard[] = [{ call: ['slices.Contains'], of: 1, cleans: 'all' }];
export const callbacks: readonly Callback[] = [];
export const results: readonly Result[] = [{ call: ['database/sql.Open'], type: 'database/sql.DB' }];
export const containers: Readonly<Record<string, ContainerUse>> = {
  WriteString: 'mutate',
  Write: 'mutate',
  Add: 'mutate',
};
export const scalarTypes: readonly string[] = [
  'int',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
  'bool',
];
