import { closeSync } from 'node:fs';
import type { ProblemPart } from '@scangate/domain/problem';
import type { TrialQuestion } from '@scangate/engines/model/gate/rule-trial';
import type { RuleSandbox, TriedCommit } from '#ports/scans/rule-trial.ts';
import { openSpoolFile } from '../source-archive/file-spool.ts';
import type { OpenSandbox } from './open-sandbox.ts';

/** The input of the job `try-rules`. */
export type TrialInput = TrialQuestion;

/** Compiles and tries rules in a new sandbox each time, so that organizations do not share one. */
export const sandboxedRules = (open: OpenSandbox): RuleSandbox => ({
  check: async (rules, signal) => {
    const sandbox = open([]);
    try {
      const { value } = await sandbox.run({ job: 'check-rules', input: rules }, signal);
      return value as ProblemPart[];
    } finally {
      sandbox.close();
    }
  },
  try: async (archive, input: TrialInput, signal) => {
    const spool = openSpoolFile();
    const sandbox = open([spool]);
    try {
      const { parts } = await sandbox.run(
        { job: 'try-rules', input, answers: { content: () => archive } },
        signal,
      );
      const tried = parts.get('tried');
      if (!tried) throw new Error('the sandbox gave no result');
      return JSON.parse(tried.toString('utf8')) as TriedCommit;
    } finally {
      sandbox.close();
      closeSync(spool);
    }
  },
});
