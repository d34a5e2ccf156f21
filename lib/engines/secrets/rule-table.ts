import type { Rule } from './rule.ts';
import * as all from './rules/index.ts';

/** All rules. Their order does not matter: the most specific of overlapping matches wins. */
export const rules: readonly Rule[] = Object.values(all);
