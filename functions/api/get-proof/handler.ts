import { writeProof } from '#app/evidence/proof/write-proof.ts';
import { loadScanAtEnd } from '#app/verdict/load-judged-scan.ts';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireSigner, wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { requireCapability } from '@scangate/domain/plans/plans';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: wireBlobReader,
    signer: wireSigner,
    verificationKeys: wireVerificationKeys,
    publicAddress: wirePublicAddress,
  },
  async ({ caller: { organizationId, plan }, params: { scanId }, now }, ports) => {
    requireCapability(plan, 'proof_export');
    const scan = await loadScanAtEnd({ organizationId, scanId }, ports.store);
    const stream = await writeProof(scan, plan, { ports, now });
    const headers: Record<string, string> = {
      'Content-Type': 'application/zip',
      ...asAttachment(`proof-${scanId}.zip`),
    };
    return { status: 200, headers, stream };
  },
);
