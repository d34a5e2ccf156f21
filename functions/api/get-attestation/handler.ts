import { attestationOf } from '#app/evidence/read-attestation.ts';
import { loadScanAtEnd } from '#app/verdict/load-judged-scan.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireSigner, wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { sigstoreBundle, sigstoreBundleType } from '@scangate/domain/evidence/sigstore-bundle';
import { endpoint } from './endpoint.ts';

const dsse = 'application/vnd.dsse.envelope.v1+json';

/** Clients that do not know the media types ask for plain JSON. */
const offered = [dsse, sigstoreBundleType, 'application/json'] as const;

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: wireBlobReader,
    signer: wireSigner,
    verificationKeys: wireVerificationKeys,
    publicAddress: wirePublicAddress,
  },
  async ({ caller, params: { scanId }, query: { judgment }, headers, now }, ports) => {
    const type = negotiateMediaType(headers['accept'], offered);
    const { organizationId, plan } = caller;
    const scan = await loadScanAtEnd({ organizationId, scanId }, ports.store);
    const { envelope } = await attestationOf(scan, { judgment, plan }, { ports, now });
    const isBundle = type === sigstoreBundleType;
    const document = isBundle ? sigstoreBundle(envelope) : envelope;
    const answered: Record<string, string> = {
      'Content-Type': isBundle ? sigstoreBundleType : dsse,
      Vary: 'Accept',
    };
    return { status: 200, headers: answered, text: JSON.stringify(document) };
  },
);
