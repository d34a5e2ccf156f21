import { isCustomRule } from '../model/gate/custom-rules.ts';
import type { GapTally } from '../source-files/gap-tally.ts';
import type { Allowance } from './allow-comment.ts';

/** The rules of an engine, so that each name in a comment is judged by one engine. */
export interface EngineRules {
  has(rule: string): boolean;
  /** Whether a name has the form of this engine's rules. */
  couldBe(rule: string): boolean;
}

/** A repository can name any number of rules; the first ones are named in the coverage. */
const maxNamed = 20;

/** Ids of rules for code begin with their language; ids of secrets name the issuer. */
const codeRule = /^(?:cfn|cs|dockerfile|gha|glci|go|java|js|k8s|php|py|rb|rs|tf|tpl)-/;

/** Makes the rules of one engine from their ids. */
export const engineRules = (ids: Iterable<string>, kind: 'code' | 'secret'): EngineRules => {
  const known = new Set(ids);
  return {
    has: (rule) => known.has(rule),
    // The organization's rules are checked when the unit is judged.
    couldBe: (rule) => !isCustomRule(rule) && codeRule.test(rule) === (kind === 'code'),
  };
};

/** Reports comments that allow a rule which does not exist: nothing is suppressed, and their author should know. */
export const reportUnknownRules = (
  comments: ReadonlyMap<number, readonly Allowance[]>,
  rules: EngineRules,
  { gaps, path }: { gaps: GapTally; path: string },
): void => {
  const named = new Set([...comments.values()].flat().map(({ rule }) => rule));
  for (const rule of named) {
    if (!rules.couldBe(rule) || rules.has(rule)) continue;
    const few = gaps.gaps().length < maxNamed;
    const reason = few
      ? `scangate:allow names the unknown rule ${rule}`
      : 'scangate:allow names further unknown rules';
    gaps.add(reason, path, 'by-design');
  }
};
