import { simulateRules } from '#app/policy/rules/simulate-rules.ts';
import { withCustomRules } from '@scangate/domain/policy/change-custom-rules';
import { ruleTrialView } from '@scangate/domain/policy/rule-trial-view';
import { serve } from '#runtime/serve.ts';
import { wireRuleTrial } from '#runtime/wire/rule-trial.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, ruleTrial: wireRuleTrial },
  async ({ caller, body: { rules, scans } }, ports) => {
    const { policy, tried, notLookedAt } = await simulateRules({ caller, rules, scans }, ports);
    return { status: 200, body: ruleTrialView(tried, withCustomRules(policy, rules), notLookedAt) };
  },
);
