import type { LanguageModel } from '../../rule.ts';
import { javaSqlInjection } from './java-sql-injection.ts';
import { javaWeakHash } from './java-weak-hash.ts';
import { callbacks, containers, guards, results, scalarTypes } from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const java: LanguageModel = {
  rules: [javaSqlInjection, javaWeakHash],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  containers,
  scalarTypes,
  implicitSelf: true,
};
