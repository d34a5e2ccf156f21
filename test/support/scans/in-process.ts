import { Readable } from 'node:stream';
import { assessUnit } from '#app/scans/workflow/assess-unit.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import type { SourceDetector, UnitAssessor } from '#ports/unit-assessor.ts';
import { detectFindings } from '@scangate/engines/detect-findings';

/** Assesses in this process what a sandbox assesses in its own. */
export const inProcessAssessor = (sourceArchive: SourceArchive): UnitAssessor => ({
  assess: (unit, sources, run) => assessUnit(unit, { ...sources, sourceArchive }, run),
});

/** Scans files in this process as a sandbox does in its own. */
export const inProcessDetector = (sourceArchive: SourceArchive): SourceDetector => ({
  detect: async (archive, question) => {
    const { files } = await sourceArchive.unpack(Readable.from(archive));
    try {
      return await detectFindings(files, question);
    } finally {
      files.close();
    }
  },
});
