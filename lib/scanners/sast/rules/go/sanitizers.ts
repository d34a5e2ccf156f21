import type { Sanitizer } from '../../rule.ts';

export const sanitizers: readonly Sanitizer[] = [
  { call: ['strconv.{Atoi,ParseInt,ParseUint,ParseFloat,ParseBool}', 'len', 'int', 'int64'], cleans: 'all' },
  { call: ['path/filepath.Base', 'path.Base'], cleans: ['path'] },
];
