import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import type { RuleTrial } from '#ports/scans/rule-trial.ts';
import { world } from '../endpoint-world.ts';

/** Compiles rules as the sandbox does, and finds in commits what the test says. */
export const wireRuleTrial = (): RuleTrial => ({
  check: checkRules,
  try: async (_rules, { commitHash }) => {
    const tried = world.triedCommits.get(commitHash);
    if (!tried || tried instanceof Error) throw tried ?? new Error('no such commit');
    return tried;
  },
});
