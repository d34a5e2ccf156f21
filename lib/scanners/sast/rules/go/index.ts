import type { LanguageModel } from '../../rule.ts';
import { goCommandInjection } from './go-command-injection.ts';
import { goTlsUnverified } from './go-tls-unverified.ts';
import { callbacks, containers, guards, results, scalarTypes } from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const go: LanguageModel = {
  rules: [goCommandInjection, goTlsUnverified],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  containers,
  scalarTypes,
  implicitSelf: false,
};
