import { releaseBundle } from '#app/bundles/release-bundle.ts';
import { serve } from '#runtime/serve.ts';
import { wireAdvisories, wireLicenseData, wireSnapshotRecords } from '#runtime/wire/advisories.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireBlobReader, wireBlobRemover, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireSigner } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { releaseView } from '@scangate/domain/bundles/release-rules';
import { etagOf } from '@scangate/domain/etag';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() }),
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
    snapshots: wireSnapshotRecords,
    signer: wireSigner,
    publicAddress: wirePublicAddress,
    eventDispatch: wireEventDispatch,
  },
  async ({ caller, params, body, ids, now }, ports) => {
    const bundleId = params.bundleId.toLowerCase();
    const release = await releaseBundle({ caller, bundleId, request: body }, { ...ports, ids }, now);
    const path = `/v1/bundles/${bundleId}/releases/${encodeURIComponent(release.releaseVersion)}`;
    const headers = { Location: path, ETag: etagOf(release) };
    return { status: 201, headers, body: releaseView(release) };
  },
);
