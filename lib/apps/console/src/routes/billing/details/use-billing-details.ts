import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { draftOf, type DetailsDraft } from './details-draft.ts';

/** Billing details with the ETag that their change names; without one while none were set. */
export interface DetailsVersion extends Version<DetailsDraft> {
  isSet: boolean;
}

/** Reads the billing details, also where none were set. */
export const useBillingDetails = () => {
  const { client, session } = useSignedIn();
  const queries = useQueryClient();
  const queryKey = [session.organization.organizationId, 'get-billing-details', 'version'];
  const reading = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DetailsVersion> => {
      const { status, body, headers } = await client.call('get-billing-details', { signal });
      return status === 200
        ? { value: draftOf(body), etag: headers.get('etag') ?? '', isSet: true }
        : { value: draftOf(undefined), etag: '', isSet: false };
    },
  });
  return { ...reading, cancel: () => queries.cancelQueries({ queryKey, exact: true }) };
};
