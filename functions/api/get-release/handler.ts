import { loadRelease } from '#app/bundles/read-releases.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { releaseView } from '@scangate/domain/bundles/release-rules';
import { etagOf } from '@scangate/domain/etag';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, ports) => {
  const { organizationId } = caller;
  const id = { organizationId, bundleId: params.bundleId.toLowerCase(), releaseVersion: params.version };
  const release = await loadRelease(ports, id);
  return { status: 200, headers: { ETag: etagOf(release) }, body: releaseView(release) };
});
