import type { LanguageModel } from '../../rule.ts';
import { callbacks, containers, guards, results, scalarTypes } from './library.ts';
import { pyCommandInjection } from './py-command-injection.ts';
import { pyWeakHash } from './py-weak-hash.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const python: LanguageModel = {
  rules: [pyCommandInjection, pyWeakHash],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  containers,
  scalarTypes,
  implicitSelf: false,
};
