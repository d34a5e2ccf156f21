import { checkSource } from '#app/repositories/check-source.ts';
import type { SourceQuestion } from '#ports/sources.ts';
import { task } from '#runtime/task.ts';
import { wireSources } from '#runtime/wire/sources.ts';
import { wireVaultOpener } from '#runtime/wire/vault.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { vault: wireVaultOpener, sources: wireSources },
  (question: SourceQuestion, ports, context) => checkSource(question, ports, context),
);
