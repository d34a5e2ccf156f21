import { checkSource } from '#app/repositories/check-source.ts';
import { proveSuccession } from '#app/repositories/prove-succession.ts';
import type { SourceQuestion, SuccessionQuestion } from '#ports/sources.ts';
import { task } from '#runtime/task.ts';
import { wireSources } from '#runtime/wire/hosts/sources.ts';
import { wireVaultOpener } from '#runtime/wire/vault.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { vault: wireVaultOpener, sources: wireSources },
  (question: SourceQuestion | SuccessionQuestion, ports, context): Promise<object> =>
    'after' in question ? proveSuccession(question, ports, context) : checkSource(question, ports, context),
);
