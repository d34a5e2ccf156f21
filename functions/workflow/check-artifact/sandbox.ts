import { checkArtifact } from '#app/scans/check-artifact.ts';
import type { ArtifactKind } from '#ports/artifact-check.ts';
import { collectOften } from '#runtime/sandbox-jobs/collect-often.ts';
import { serveJobs } from '#runtime/sandbox-jobs/serve-jobs.ts';

await serveJobs({
  'check-artifact': async (artifact: ArtifactKind, channel) =>
    checkArtifact(artifact, {
      text: () => channel.askText('content', null),
      bytes: () => channel.askBytes('content', null),
      onPart: collectOften(),
    }),
});
