import { Readable } from 'node:stream';
import {
  attestationOfRelease,
  loadRelease,
  openDocument,
  proofOfRelease,
} from '#app/bundles/read-releases.ts';
import { loadAdvisoriesOf } from '#app/bundles/release-objects.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireSigner, wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const cycloneDx = 'application/vnd.cyclonedx+json; version=1.6';
const mediaTypes = {
  sbom: cycloneDx,
  vex: cycloneDx,
  verdict: 'application/json',
  advisories: 'application/json',
  attestation: 'application/vnd.dsse.envelope.v1+json',
  proof: 'application/zip',
} as const;

const textStream = (document: object): Readable =>
  Readable.from(JSON.stringify(document), { objectMode: false });

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: wireBlobReader,
    signer: wireSigner,
    verificationKeys: wireVerificationKeys,
  },
  async ({ caller, params: { bundleId, version, document }, now }, ports) => {
    const { organizationId } = caller;
    const id = { organizationId, bundleId: bundleId.toLowerCase(), releaseVersion: version };
    const release = await loadRelease(ports, id);
    const streamOf = async (): Promise<Readable> => {
      if (document === 'proof') return proofOfRelease(release, ports, now);
      if (document === 'attestation')
        return textStream((await attestationOfRelease(release, ports, now)).envelope);
      if (document !== 'advisories') return openDocument(release, document, ports);
      const items = await loadAdvisoriesOf(release, ports.blobs);
      return textStream({ judgedAt: release.advisories.judgedAt, items });
    };
    const headers: Record<string, string> = { 'Content-Type': mediaTypes[document] };
    return { status: 200, headers, stream: await streamOf() };
  },
);
