import type { ArtifactParser, ArtifactVerdict } from '#ports/artifact-check.ts';
import type { OpenSandbox } from './open-sandbox.ts';

/** Checks each artifact in a new sandbox. */
export const sandboxedArtifactParser = (open: OpenSandbox): ArtifactParser => ({
  check: async (artifact, content, signal) => {
    const sandbox = open([]);
    try {
      const answers = {
        content: async function* () {
          yield content;
        },
      };
      const { value } = await sandbox.run({ job: 'check-artifact', input: artifact, answers }, signal);
      return value as ArtifactVerdict;
    } finally {
      sandbox.close();
    }
  },
});
