import type { Rule } from '@scangate/engines/sast/rule';

/** The same weakness, where the text comes from whoever started the program: often the one it would harm. */
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
