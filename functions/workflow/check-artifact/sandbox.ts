import { checkArtifact } from '#app/scans/check-artifact.ts';
import type { ArtifactKind } from '#ports/artifact-check.ts';
import { serveJobs } from '#runtime/sandbox-jobs/serve-jobs.ts';

await serveJobs({
  'check-artifact': async (artifact: ArtifactKind, channel) =>
    checkArtifact(artifact, {
      text: () => channel.askText('content', null, 'utf8'),
      byteText: () => channel.askText('content', null, 'latin1'),
      bytes: () => Buffer.concat([...channel.ask('content', null)]),
    }),
});
