import type { LanguageModel } from '../../rule.ts';
import { jsCommandInjection } from './js-command-injection.ts';
import { jsWeakHash } from './js-weak-hash.ts';
import { callbacks, containers, guards, results, scalarTypes } from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const javascript: LanguageModel = {
  rules: [jsCommandInjection, jsWeakHash],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  containers,
  scalarTypes,
  implicitSelf: false,
};
