import { ScanFailed } from '@scangate/engines/model/failure';
import { sourceLimits } from '@scangate/engines/model/source-files';
import type { RuleQuestion, RuleReport, RuleSandbox, TriedCommit } from '#ports/scans/rule-trial.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import { SourceFailure, type Sources } from '#ports/git-sources.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { decryptCredential } from '#app/repositories/decrypt-credential.ts';

interface RulePorts {
  sources: Pick<Sources, 'fetchCommit'>;
  repositorySecrets: SecretDecrypter;
  fingerprintKeys: FingerprintKeys;
  sourceArchive: Pick<SourceArchive, 'openSpool' | 'pack'>;
  ruleSandbox: RuleSandbox;
}

/** The limit of bytes read from a commit, since people wait for a trial. */
const trialBytes = 64 * 1024 * 1024;
/** The limit of findings, whose report has to fit into the response of a function. */
const maxFindings = 5_000;

/** Has the files of the commit fetched, and runs the rules on them. Nothing of it is stored. */
const tryCommit = async (
  { repository, commitHash, rules, unitPaths, scanTypes }: Extract<RuleQuestion, { kind: 'try' }>,
  { sources, repositorySecrets, fingerprintKeys, sourceArchive, ruleSandbox }: RulePorts,
  signal: AbortSignal,
): Promise<TriedCommit> => {
  const location = await decryptCredential(repository, repositorySecrets);
  const lineKey = await fingerprintKeys.keyOf(repository.organizationId);
  const spool = sourceArchive.openSpool();
  try {
    const limits = { ...sourceLimits, totalBytes: trialBytes };
    const { files, skipped } = await sources.fetchCommit({ location, commitHash, limits }, signal);
    for await (const { path, content } of files) spool.add(path, content);
    const read = (path: string): Uint8Array => spool.read(path);
    const packed = { paths: [...spool.paths], read, relative: (path: string) => path };
    const archive = sourceArchive.pack(packed, []);
    const { findings, gaps } = await ruleSandbox.try(
      archive,
      { rules, lineKey, unitPaths, scanTypes },
      signal,
    );
    return {
      findings: findings.slice(0, maxFindings),
      gaps: [
        ...gaps,
        ...(skipped.length > 0 ? [{ reason: 'files were not fetched', count: skipped.length }] : []),
      ],
    };
  } finally {
    spool.close();
  }
};

/** Compiles rules, or tries them on a commit. Expected failures are data. */
export const compileOrTryRules = async (
  question: RuleQuestion,
  ports: RulePorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<RuleReport> => {
  if (question.kind === 'check') return { answer: await ports.ruleSandbox.check(question.rules, signal) };
  try {
    return { answer: await tryCommit(question, ports, signal) };
  } catch (error) {
    if (error instanceof ScanFailed) return { failure: error.failure };
    if (!(error instanceof SourceFailure)) throw error;
    const { errorCode, message } = error;
    const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
    return { failure: { errorCode: hasNoCode ? 'system_error' : errorCode, error: message } };
  }
};
