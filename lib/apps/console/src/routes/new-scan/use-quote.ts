import type { BodyOfResponse } from '@scangate/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDelayed } from '@scangate/console/parts/forms/use-delayed.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import type { ScanRequest } from './scan-request.ts';

export type Quote = BodyOfResponse<'quote-scan'>;

interface QuoteOptions {
  request: ScanRequest | undefined;
  /** Stands for the content of the dropped file, which is too large for a key. */
  fileId: number;
}

/** Asks what a scan would cost and which gate would refuse it. It changes nothing and charges nothing. */
export const useQuote = ({ request, fileId }: QuoteOptions) => {
  const { client, session } = useSignedIn();
  const { lockfile, sbom, ...facts } = request ?? {};
  const wanted = JSON.stringify([facts, lockfile?.path, sbom !== undefined, fileId]);
  const key = useDelayed(wanted);
  const queries = useQueryClient();
  const queryKey = [session.organization.organizationId, 'quote-scan', key];
  const reading = useQuery({
    queryKey,
    enabled: request !== undefined,
    queryFn: async ({ signal }): Promise<Quote> => {
      if (!request) throw new TypeError('Nothing is chosen.');
      return (await client.call('quote-scan', { body: request, signal })).body;
    },
  });
  return {
    ...reading,
    cancel: () => queries.cancelQueries({ queryKey, exact: true }),
    /** Whether the quote is the one of the request as it stands now. */
    isCurrent: key === wanted,
  };
};
