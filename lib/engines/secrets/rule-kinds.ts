import type { FileClass } from '../source/file-class.ts';
import type { RuleKind } from './rule.ts';

const all: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured', 'generic']);
const formsOnly: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured']);
const providersOnly: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider']);

/**
 * Selects the rules for a class of files. Vendored code is public already: its test keys and sample passwords
 * protect nothing, but a pasted token does. Every hash in lockfiles and minified code looks like a generic secret.
 */
export const ruleKindsFor = (found: Exclude<FileClass, 'version-control'>): ReadonlySet<RuleKind> => {
  if (found === 'vendored') return providersOnly;
  return found === 'source' ? all : formsOnly;
};
