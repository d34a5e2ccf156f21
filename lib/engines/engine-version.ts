import { digestOf } from './model/digest.ts';
import { tool } from './model/tool.ts';

/**
 * Returns the version of an engine: the release and a digest of its rules. Results of equal versions are comparable.
 */
export const versionOf = (rules: readonly unknown[] = []): string =>
  rules.length === 0 ? tool.version : `${tool.version}+${digestOf(rules).slice(-12)}`;
