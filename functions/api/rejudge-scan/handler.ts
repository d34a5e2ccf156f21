import { rejudgeScan } from '#app/verdict/rejudge-scan.ts';
import { serve } from '#runtime/serve.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader, advisories: wireAdvisories, licenseData: wireLicenseData },
  async ({ caller, params: { scanId }, now }, ports) => {
    const { organizationId } = caller;
    const { scan, judgment, isNew, judgments } = await rejudgeScan(
      { organizationId, scanId, caller },
      ports,
      now,
    );
    return { status: 200, body: { scanId, verdict: scan.verdict.verdict, judgment, isNew, judgments } };
  },
);
