import { digestOf } from '../model/digest.ts';
import { versionWithOwnRules, type OwnRule } from '../model/gate/own-rules.ts';
import type { SourceScanType } from '../model/scan-type.ts';

/** Returns the rules that run with an engine. */
export const rulesOfType = <T extends SourceScanType>(
  type: T,
  rules: readonly OwnRule[],
): Extract<OwnRule, { kind: T extends 'secrets' ? 'secret' : 'code' }>[] => {
  const kind = type === 'secrets' ? 'secret' : 'code';
  return rules.filter((rule): rule is never => rule.kind === kind);
};

/**
 * Adds the organization's rules to the version of an engine: results of other rules cannot be compared or reused.
 * Examples are left out, because they find nothing.
 */
export const withOwnRules = (version: string, type: SourceScanType, rules: readonly OwnRule[]): string => {
  const own = rulesOfType(type, rules).map(({ examples: _examples, ...rule }) => rule);
  return own.length === 0 ? version : versionWithOwnRules(version, digestOf(own));
};
