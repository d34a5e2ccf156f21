import { compileOrTryRules } from '#app/policy/rules/compile-and-try-rules.ts';
import type { RuleQuestion } from '#ports/scans/rule-trial.ts';
import { task } from '#runtime/task.ts';
import { wireSandboxedSources } from '#runtime/wire/hosts/sources.ts';
import { wireRuleSandbox } from '#runtime/wire/sandbox.ts';
import { wireSourceArchive } from '#runtime/wire/source-archive.ts';
import { wireFingerprintKeys, wireRepositorySecretDecrypter } from '#runtime/wire/secret-cipher.ts';
import { spec } from './function.ts';

const sourceArchive = wireSourceArchive();
const ruleSandbox = wireRuleSandbox(spec.name);

export const handler = task(
  spec,
  {
    repositorySecrets: wireRepositorySecretDecrypter,
    fingerprintKeys: wireFingerprintKeys,
    sources: () => wireSandboxedSources(spec.name),
  },
  (question: RuleQuestion, ports, context) =>
    compileOrTryRules(question, { ...ports, sourceArchive, ruleSandbox }, context),
);
