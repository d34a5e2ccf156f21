import { monthOf } from '@scangate/domain/licenses/claim-license';
import { licenseLimit } from '@scangate/domain/plans/entitlements';
import type { License, Member } from '@scangate/domain/records';
import type { PageOptions, StoreReader } from '#ports/store.ts';

const holderView = (
  { personId, organizationId, claimedAt, scanId }: License,
  member: Member | undefined,
) => ({
  personId,
  ...(member && { email: member.email }),
  organizationId,
  claimedAt,
  scanId: scanId ?? null,
});

/** Reads who holds the licenses of this month, page by page, with the count and the limit. */
export const listLicenses = async (
  accountId: string,
  { page, now }: { page: PageOptions; now: Date },
  store: Pick<StoreReader<'account' | 'licenseMonth' | 'member' | 'license'>, 'load' | 'list'>,
) => {
  const at = now.toISOString();
  const month = monthOf(at);
  const { items, cursor } = await store.list('licenses', { accountId, month }, page);
  const [account, counted] = await store.load(
    [
      { record: 'account', id: { accountId } },
      { record: 'licenseMonth', id: { accountId, month } },
    ],
    { consistent: true },
  );
  if (!account) throw new Error('the billing account is missing');
  // A page has at most a hundred holders, as many as one load takes.
  const members = await store.load(
    items.map(({ organizationId, personId }) => ({
      record: 'member' as const,
      id: { organizationId, personId },
    })),
  );
  return {
    month,
    used: counted?.used ?? 0,
    limit: licenseLimit(account, at),
    items: items.map((license, index) => holderView(license, members[index])),
    ...(cursor !== undefined && { cursor }),
  };
};
