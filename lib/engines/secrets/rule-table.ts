import { versionOf } from '../engine-version.ts';
import type { Rule } from './rule.ts';
import * as all from './rules/index.ts';

/** All rules. Their order does not matter: the most specific of overlapping matches wins. */
export const rules: readonly Rule[] = Object.values(all);

/** The version of the engine, which is derived from its rules. */
export const secretsVersion = versionOf(
  rules.map(({ id, severity, pattern }) => [id, severity, pattern.source]),
);
