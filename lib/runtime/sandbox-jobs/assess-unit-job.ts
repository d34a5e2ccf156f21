import { Readable } from 'node:stream';
import { inheritedFile, type ChildChannel } from '#adapters/sandbox/child-channel.ts';
import { hasProvider } from '#adapters/secret-liveness/kinds.ts';
import { remoteLicenseData } from '#adapters/sandbox/remote-license-data.ts';
import { remoteAdvisories, remoteLicenses } from '#adapters/sandbox/remote-lookups.ts';
import { remotePublishedPoms } from '#adapters/sandbox/remote-published-poms.ts';
import { remoteSecretVerifier } from '#adapters/sandbox/remote-secret-verifier.ts';
import type { AssessmentInput } from '#adapters/sandbox/unit-assessor.ts';
import { PartWriter } from '#adapters/sandbox/written-parts.ts';
import { unpackInto } from '#adapters/source-archive/source-archive.ts';
import { emitAssessment } from '#app/scans/workflow/assess-unit.ts';

/**
 * The sandbox job that assesses a unit. All its inputs come through the pipe, and its documents go into a file, whose parts
 * are the result.
 */
export const assessUnitJob = async (
  { unit, now, verifiesSecrets }: AssessmentInput,
  channel: ChildChannel,
): Promise<[name: string, bytes: number][]> => {
  const documents = new PartWriter(inheritedFile(1));
  await emitAssessment(
    unit,
    {
      content: Readable.from(channel.ask('content', null)),
      sourceArchive: unpackInto(inheritedFile(0)),
      advisories: remoteAdvisories(channel),
      licenseData: remoteLicenseData(channel),
      licenseSource: remoteLicenses(channel),
      publishedPoms: remotePublishedPoms(channel),
      ...(verifiesSecrets && { secretVerifier: remoteSecretVerifier(channel, hasProvider) }),
    },
    {
      now: new Date(now),
      signal: new AbortController().signal,
      emit: (part, text) => documents.write(part, text),
    },
  );
  return documents.lengths;
};
