import type { Rule } from '@scangate/engines/sast/rule';
import { parameterLabel } from '@scangate/engines/sast/taint/value';

/**
 * Derives a rule for the same weakness in what callers pass to a function. Its findings are for auditors, since all
 * callers may be trusted. `does` completes the sentence "A function …".
 */
export const fromParameter = (
  { id, supersededBy = [], ...rule }: Rule,
  {
    does,
    ...own
  }: { id: string; does: string } & Pick<Rule, 'title' | 'positives' | 'negatives'> & Partial<Rule>,
): Rule => ({
  cwe: rule.cwe,
  severity: 'medium',
  confidence: 'low',
  message: `A function ${does}: wherever it is called with untrusted input, that input takes effect.`,
  help: rule.help,
  ...(rule.category && { category: rule.category }),
  ...(rule.sinks && { sinks: rule.sinks }),
  labels: [parameterLabel],
  supersededBy: [id, ...supersededBy],
  ...own,
});
