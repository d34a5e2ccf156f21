import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import type { RequestedPack } from '@scangate/domain/auditor-packs/request-auditor-pack';
import { scanIdFrom } from '@scangate/domain/scans/listing/scan-id';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { StoreReader } from '#ports/store.ts';

/** An ended scan is listed under exactly one of them. */
const verdicts: readonly Verdict['verdict'][] = ['PASS', 'FAIL', 'ERROR'];

/** A listing has about 300 bytes, and DynamoDB reads 1 MB at a time. */
const pageLimit = 3000;

type Period = Pick<RequestedPack, 'from' | 'to' | 'repositoryIds'>;

const idsOfVerdict = async (
  store: Pick<StoreReader, 'list'>,
  { organizationId, value }: { organizationId: string; value: string },
  { from, to, repositoryIds }: Period,
): Promise<string[]> => {
  const first = scanIdFrom(from);
  const wanted = repositoryIds && new Set(repositoryIds);
  const ids: string[] = [];
  let cursor: string | undefined = scanIdFrom(to);
  while (cursor !== undefined && cursor >= first && ids.length <= packLimits.scans) {
    const page: Awaited<ReturnType<typeof store.list<'scanListings'>>> = await store.list(
      'scanListings',
      { organizationId, lookup: 'verdict', value },
      { limit: pageLimit, cursor },
    );
    for (const { scanId, repositoryId } of page.items)
      if (scanId >= first && (!wanted || wanted.has(repositoryId))) ids.push(scanId);
    cursor = page.cursor;
  }
  return ids;
};

/**
 * Lists the ended scans that were created in a period, oldest first, by their listings alone. It reads at most one
 * more than the limit of a pack.
 */
export const scansOfPeriod = async (
  store: Pick<StoreReader, 'list'>,
  organizationId: string,
  period: Period,
): Promise<string[]> => {
  const found = await Promise.all(
    verdicts.map((value) => idsOfVerdict(store, { organizationId, value }, period)),
  );
  return found.flat().toSorted();
};
