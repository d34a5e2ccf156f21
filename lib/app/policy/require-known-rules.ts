import type { CustomRulesInForce } from '@scangate/engines/model/gate/custom-rules';
import { isKnownRule, knownRules } from '@scangate/engines/suppression/known-names';
import { Problem } from '@scangate/domain/problem';

/**
 * Refuses names of rules that no engine has: a misspelled one would silently protect or cover nothing.
 * @param customRules those of the organization.
 * @param pointerOf the place of the rule with this index in the request.
 * @throws Problem validation_failed
 */
export const requireKnownRules = async (
  rules: readonly string[],
  customRules: CustomRulesInForce | undefined,
  pointerOf: (index: number) => string,
): Promise<void> => {
  if (rules.length === 0) return;
  const known = await knownRules(customRules);
  const errors = rules.flatMap((rule, index) =>
    isKnownRule(rule, known)
      ? []
      : [
          {
            pointer: pointerOf(index),
            code: 'rule_unknown',
            detail: `There is no rule ${rule}. Findings show their rule.`,
          },
        ],
  );
  const [first] = errors;
  if (first) throw new Problem('validation_failed', { detail: first.detail, errors });
};
