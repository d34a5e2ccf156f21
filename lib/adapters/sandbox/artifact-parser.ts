import type { ArtifactParser, ArtifactVerdict } from '#ports/artifact-check.ts';
import { freedChunks } from '../freed-chunks.ts';
import type { OpenSandbox } from './open-sandbox.ts';
import { smallHeap } from './sandbox-limits.ts';

/** Checks each artifact in a new sandbox. */
export const sandboxedArtifactParser = (open: OpenSandbox): ArtifactParser => ({
  check: async (artifact, content, signal) => {
    const sandbox = open([], [], smallHeap);
    try {
      const job = {
        job: 'check-artifact',
        input: artifact,
        answers: { content: () => freedChunks(content) },
      };
      const { value } = await sandbox.run(job, signal);
      return value as ArtifactVerdict;
    } finally {
      sandbox.close();
    }
  },
});
