import { Readable } from 'node:stream';
import { inheritedFile, type ChildChannel } from '#adapters/sandbox/child-channel.ts';
import { hasProvider } from '#adapters/secret-liveness/kinds.ts';
import { remoteSecretVerifier } from '#adapters/sandbox/remote-secret-verifier.ts';
import type { DetectionInput } from '#adapters/sandbox/source-detector.ts';
import { unpackInto } from '#adapters/source-archive/source-archive.ts';
import { detectFindings } from '@scangate/engines/detect-findings';

/** The sandbox job that finds secrets and weaknesses in files that are not a unit. */
export const detectFindingsJob = async (
  { verifiesSecrets, ...question }: DetectionInput,
  channel: ChildChannel,
): Promise<null> => {
  const { files } = await unpackInto(inheritedFile(0)).unpack(Readable.from(channel.ask('content', null)));
  const secretVerifier = verifiesSecrets ? remoteSecretVerifier(channel, hasProvider) : undefined;
  const detected = await detectFindings(files, { ...question, secretVerifier });
  channel.sendPart('detected', Buffer.from(JSON.stringify(detected)));
  return null;
};
