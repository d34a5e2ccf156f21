import type { Rule } from '@scangate/engines/sast/rule';

/** Derives the same weakness for command-line arguments, which the person at risk often chose. */
export const fromCommandLine = (
  rule: Rule,
  cases: Pick<Rule, 'title' | 'positives' | 'negatives'>,
): Rule => ({
  ...rule,
  ...cases,
  id: `${rule.id}-local`,
  severity: 'low',
  labels: ['local'],
  calls: [],
  entries: [],
  writes: [],
});
