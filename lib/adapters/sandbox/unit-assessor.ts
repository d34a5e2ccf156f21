import { closeSync } from 'node:fs';
import type { UnitAssessor, UnitToAssess } from '#ports/unit-assessor.ts';
import { openSpoolFile } from '../source-archive/file-spool.ts';
import type { OpenSandbox } from './open-sandbox.ts';
import { smallHeap } from './sandbox-limits.ts';
import { licenseDataAnswers } from './remote-license-data.ts';
import { advisoryAnswers, licenseAnswers } from './remote-lookups.ts';
import { pomAnswers } from './remote-published-poms.ts';
import { readWrittenParts } from './written-parts.ts';
import { freedChunks } from '../freed-chunks.ts';
import { livenessAnswers } from './remote-secret-verifier.ts';

/** The input of the job `assess-unit`. */
export interface AssessmentInput {
  unit: UnitToAssess;
  now: string;
  /** Whether questions about secrets are answered. */
  verifiesSecrets?: boolean;
}

/** Assesses each unit in a new sandbox, which requests the unit's bytes, advisories and licenses from this process. */
export const sandboxedAssessor = (open: OpenSandbox): UnitAssessor => ({
  assess: async (unit, sources, run) => {
    const { content, advisories, licenseData, licenseSource, publishedPoms, secretVerifier } = sources;
    const spool = openSpoolFile();
    const documents = openSpoolFile();
    const sandbox = open([spool, documents], [], unit.scan.artifact && smallHeap);
    try {
      const verifiesSecrets = secretVerifier !== undefined;
      const input: AssessmentInput = { unit, now: run.now.toISOString(), verifiesSecrets };
      const answers = {
        content: () => freedChunks(content),
        ...advisoryAnswers(advisories),
        ...licenseDataAnswers(licenseData),
        ...licenseAnswers(licenseSource, run),
        ...pomAnswers(publishedPoms),
        ...(secretVerifier && livenessAnswers(secretVerifier)),
      };
      const { value } = await sandbox.run({ job: 'assess-unit', input, answers }, run.signal);
      // The documents are read when the memory of the sandbox is free again.
      sandbox.close();
      const parts = readWrittenParts(documents, value);
      const [findings, result, assessment, sbom] = ['findings', 'result', 'assessment', 'sbom'].map((name) =>
        parts.get(name),
      );
      if (!findings || !result || !assessment) throw new Error('the sandbox gave no result');
      return { findings, result, assessment, ...(sbom && { sbom }) };
    } finally {
      sandbox.close();
      for (const file of [spool, documents]) closeSync(file);
    }
  },
});
