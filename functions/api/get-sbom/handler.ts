import { Readable } from 'node:stream';
import { loadFileName } from '#app/reports/load-file-name.ts';
import { loadSbom } from '#app/reports/load-sbom.ts';
import { loadEndedScan } from '#app/scans/load-scan.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { requireCapability } from '@scangate/domain/plans/plans';
import { sbomMediaTypes } from '@scangate/domain/reports/report-names';
import { spdxDocument } from '@scangate/engines/sbom/spdx-document';
import { endpoint } from './endpoint.ts';

const { cyclonedx: cycloneDx, spdx } = sbomMediaTypes;

/** Clients that do not know the media type ask for plain JSON. */
const offered = [cycloneDx, spdx, 'application/json'] as const;

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller, params: { scanId }, query, headers }, ports) => {
    const { format } = query;
    const type = format ? sbomMediaTypes[format] : negotiateMediaType(headers['accept'], offered);
    requireCapability(caller.plan, 'proof_export');
    const scan = await loadEndedScan({ organizationId: caller.organizationId, scanId }, ports.store);
    const text = await loadSbom(scan, query.projectUnitId, ports);
    const document = type === spdx ? spdxDocument(JSON.parse(text) as object) : text;
    const file = format && asAttachment(await loadFileName(scan, format, ports));
    return {
      status: 200,
      headers: { 'Content-Type': type === spdx ? spdx : cycloneDx, Vary: 'Accept', ...file },
      stream: Readable.from(document, { objectMode: false }),
    };
  },
);
