import { Readable } from 'node:stream';
import { memorySourceArchive } from '#adapters/memory/source-archive.ts';
import { checkArtifact, contentOf } from '#app/scans/check-artifact.ts';
import { assessUnit } from '#app/scans/workflow/assess-unit.ts';
import type { ArtifactParser } from '#ports/artifact-check.ts';
import type { RuleSandbox } from '#ports/scans/rule-trial.ts';
import type { SourceDetector, UnitAssessor } from '#ports/unit-assessor.ts';
import { detectFindings } from '@scangate/engines/detect-findings';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import { tryRules } from '@scangate/engines/custom-rules/try-rules';

const sourceArchive = memorySourceArchive;

/** Stands in for lib/runtime/wire/sandbox.ts: what a sandbox does apart is done in this process. */
export const wireAssessor = (): UnitAssessor => ({
  assess: (unit, sources, run) => assessUnit(unit, { ...sources, sourceArchive }, run),
});

export const wireDetector = (): SourceDetector => ({
  detect: async (archive, question) => {
    const { files } = await sourceArchive.unpack(Readable.from(archive));
    try {
      return await detectFindings(files, question);
    } finally {
      files.close();
    }
  },
});

export const wireArtifactParser = (): ArtifactParser => ({
  check: async (artifact, content) =>
    checkArtifact(artifact, contentOf(Buffer.concat(await Array.fromAsync(content)))),
});

export const wireRuleSandbox = (): RuleSandbox => ({
  check: async (rules) => checkRules(rules),
  try: async (archive, question) => {
    const { files } = await sourceArchive.unpack(Readable.from(archive));
    return tryRules(files, question);
  },
});
