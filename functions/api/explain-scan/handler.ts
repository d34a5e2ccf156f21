import { explainScan } from '#app/verdict/explain-scan.ts';
import { serve } from '#runtime/serve.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader, advisories: wireAdvisories, licenseData: wireLicenseData },
  async ({ caller: { organizationId }, params: { scanId } }, ports) => {
    const { scan, ...explained } = await explainScan({ organizationId, scanId }, ports);
    const { verdict, reason, judgedAt } = scan.verdict;
    return { status: 200, body: { scanId, verdict, reason, judgedAt, ...explained } };
  },
);
