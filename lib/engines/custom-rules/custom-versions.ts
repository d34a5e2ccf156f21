import { digestOf } from '../model/digest.ts';
import { versionWithCustomRules, type CustomRule } from '../model/gate/custom-rules.ts';
import type { SourceScanType } from '../model/scan-type.ts';

/** Returns the rules that run with an engine. */
export const rulesOfType = <T extends SourceScanType>(
  type: T,
  rules: readonly CustomRule[],
): Extract<CustomRule, { kind: T extends 'secrets' ? 'secret' : 'code' }>[] => {
  const kind = type === 'secrets' ? 'secret' : 'code';
  return rules.filter((rule): rule is never => rule.kind === kind);
};

/**
 * Adds the organization's rules to the version of an engine: results of other rules cannot be compared or reused.
 * Examples are left out, because they find nothing.
 */
export const withCustomRules = (
  version: string,
  type: SourceScanType,
  rules: readonly CustomRule[],
): string => {
  const own = rulesOfType(type, rules).map(({ examples: _examples, ...rule }) => rule);
  return own.length === 0 ? version : versionWithCustomRules(version, digestOf(own));
};
