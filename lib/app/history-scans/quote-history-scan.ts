import { historyScanView } from '@scangate/domain/history-scans/history-view';
import { beginQuote } from '@scangate/domain/history-scans/quote-history';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { HistoryScan, Organization, Repository } from '@scangate/domain/records';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import type { Ids } from '#ports/ids.ts';
import { errorFields, type Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

type HistoryView = ReturnType<typeof historyScanView>;

interface QuotePorts {
  store: Pick<
    Store<'historyScan' | 'repository' | 'organization' | 'auditEvent' | 'idempotency'>,
    'get' | 'commit'
  >;
  historyWorkflow: HistoryStarter;
  ids: Ids;
  log: Log;
}

/** A request about the history of a repository. */
export interface HistoryRequest {
  caller: Caller;
  repositoryId: string;
  idempotency: IdempotentRequest | undefined;
}

/** Loads a connected repository. @throws Problem repository_not_found */
export const loadRepository = async (
  { organizationId }: Caller,
  repositoryId: string,
  store: Pick<Store<'repository'>, 'get'>,
): Promise<Repository> => {
  const id = { organizationId, repositoryId };
  const repository = await store.get('repository', id, { consistent: true });
  if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
  return repository;
};

const loadLatest = async (
  { organizationId, repositoryId, historyScan }: Repository,
  store: Pick<Store<'historyScan'>, 'get'>,
): Promise<HistoryScan | undefined> => {
  if (historyScan === undefined) return undefined;
  const id = { organizationId, repositoryId, historyScanId: historyScan };
  return store.get('historyScan', id, { consistent: true });
};

const loadOrganization = async (
  { organizationId }: Caller,
  store: Pick<Store<'organization'>, 'get'>,
): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('repository_not_found');
  return organization;
};

/**
 * Starts counting the history of a repository, which costs nothing. A count that could not be started is started by
 * the sweep, so that the stored response of an Idempotency-Key stays true.
 * @throws Problem repository_not_found, conflict or limit_reached; Replay for an answered Idempotency-Key.
 */
export const quoteHistoryScan = async (
  { caller, repositoryId, idempotency }: HistoryRequest,
  { store, historyWorkflow, ids, log }: QuotePorts,
  now: Date,
): Promise<HistoryView> => {
  const historyScanId = ids.scanId(now);
  await replayStoredResponse(idempotency, store, now);
  const { scan, body } = await retryOnConflict(limits.historyScan, async () => {
    const repository = await loadRepository(caller, repositoryId, store);
    const latest = await loadLatest(repository, store);
    const organization = await loadOrganization(caller, store);
    const begun = beginQuote({ caller, organization, repository, latest, historyScanId }, now);
    const view = historyScanView(begun.scan);
    const answer = { status: 202 as const, body: view };
    await commitOrThrow(store, [...rememberAnswer(idempotency, answer, now), ...begun.changes]);
    return { scan: begun.scan, body: view };
  });
  try {
    await historyWorkflow.start({ ...scan, phase: 'quote', attempt: 1 });
  } catch (error) {
    log.warn('the count of a history was not started; the sweep will start it', {
      historyScanId,
      ...errorFields(error),
    });
  }
  return body;
};
