import type { Rule } from './rule.ts';
import * as all from './rules/index.ts';

/** Every rule there is. Their order decides nothing: of matches that overlap the most specific wins. */
export const rules: readonly Rule[] = Object.values(all);
