import type { FileClass } from '../source/file-class.ts';
import type { RuleKind } from './rule.ts';

const all: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured', 'generic']);
const formsOnly: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured']);
const providersOnly: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider']);

/**
 * Vendored code is public already: its test keys and sample passwords protect nothing, but a token that was
 * pasted into it does. In lockfiles and minified code every hash would look like a generic secret.
 */
export const ruleKindsFor = (found: Exclude<FileClass, 'version-control'>): ReadonlySet<RuleKind> => {
  if (found === 'vendored') return providersOnly;
  return found === 'source' ? all : formsOnly;
};
