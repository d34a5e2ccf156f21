import { closeSync } from 'node:fs';
import type { DetectedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { DetectionQuestion, SourceDetector } from '#ports/unit-assessor.ts';
import { openSpoolFile } from '../source-archive/file-spool.ts';
import type { OpenSandbox } from './open-sandbox.ts';
import { livenessAnswers } from './remote-secret-verifier.ts';

/** The input of the job `detect-findings`. */
export type DetectionInput = Omit<DetectionQuestion, 'secretVerifier'> & {
  /** Whether somebody answers about secrets. */
  verifiesSecrets?: boolean;
};

/** Examines files in a new sandbox, which requests their bytes from this process. */
export const sandboxedDetector = (open: OpenSandbox): SourceDetector => ({
  detect: async (archive, { scanTypes, lineKey, customRules, secretVerifier }, signal) => {
    const spool = openSpoolFile();
    const sandbox = open([spool]);
    try {
      const verifiesSecrets = secretVerifier !== undefined;
      const input: DetectionInput = { scanTypes, lineKey, customRules, verifiesSecrets };
      const answers = { content: () => archive, ...(secretVerifier && livenessAnswers(secretVerifier)) };
      const { parts } = await sandbox.run({ job: 'detect-findings', input, answers }, signal);
      const detected = parts.get('detected');
      if (!detected) throw new Error('the sandbox gave no result');
      return JSON.parse(detected.toString('utf8')) as DetectedFindings;
    } finally {
      sandbox.close();
      closeSync(spool);
    }
  },
});
