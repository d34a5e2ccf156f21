import { checkParts, isSecondEvent } from '@scangate/domain/integrations/checks/check-parts';
import { commentText } from '@scangate/domain/integrations/checks/check-text';
import { limitedUntil, unavailableUntil } from '@scangate/domain/integrations/checks/host-retry';
import { judgeCheck } from '@scangate/domain/integrations/checks/judge-check';
import { checkApiOf, writesChecks } from '@scangate/domain/integrations/checks/check-settings';
import { ChecksStopConflict, stopChecks } from '@scangate/domain/integrations/checks/stop-checks';
import type { Delivery, DeliveryAttempt, Repository, RepositoryCheck, Scan } from '@scangate/domain/records';
import type { ReportSubject } from '@scangate/domain/reports/report-writer';
import type { EventSender, SendOutcome, Sending } from '#ports/events/event-sender.ts';
import type { Ids } from '#ports/ids.ts';
import type { CheckWriter, CheckWriters } from '#ports/integrations/check-writer.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { errorFields, type Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import { timeAttempt } from '#app/delivery/time-attempt.ts';
import { decryptRepositoryCredential } from '#app/repositories/decrypt-credential.ts';
import { renderCheck, type RenderPorts } from './render-check.ts';
import { writeCheck, type WritingEnd } from './write-check.ts';

type Records = 'scan' | 'repository' | 'repositoryCheck' | 'policy' | 'mail' | 'auditEvent';

export interface CheckSenderPorts {
  store: Pick<Store<Records>, 'get' | 'commit'>;
  blobs: RenderPorts['blobs'];
  repositorySecrets: SecretDecrypter;
  checkWriters: CheckWriters;
  ids: Pick<Ids, 'uuid'>;
  log: Log;
  clock: { now(): Date };
  /** A monotonic clock. */
  elapsedMs: () => number;
}

interface Writing {
  repository: Repository;
  writer: CheckWriter;
  ports: CheckSenderPorts;
  now: Date;
}

const loadScan = async (
  { organizationId, scanId }: Pick<Scan, 'organizationId' | 'scanId'>,
  { store }: CheckSenderPorts,
): Promise<ReportSubject['scan'] | undefined> => {
  const scan = await store.get('scan', { organizationId, scanId }, { consistent: true });
  return scan?.verdict ? { ...scan, verdict: scan.verdict } : undefined;
};

const loadWritten = async (
  { organizationId, repositoryId }: Scan,
  { store }: CheckSenderPorts,
): Promise<Repository | undefined> => {
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  return repository && !repository.disconnectedAt && writesChecks(repository) ? repository : undefined;
};

const openWriter = async (
  repository: Repository,
  { repositorySecrets, checkWriters }: CheckSenderPorts,
): Promise<CheckWriter | undefined> => {
  const api = checkApiOf(repository);
  const credential = await decryptRepositoryCredential(repository, repositorySecrets);
  const { url, fullName } = repository;
  return api && credential ? checkWriters.open({ api, url, fullName, credential }) : undefined;
};

/** Writes the result that the record names, which may be of a later scan than the delivered one. */
const writeResult = async (
  check: RepositoryCheck,
  { repository, writer, ports }: Writing,
): Promise<undefined> => {
  const scan = await loadScan(check, ports);
  const result = scan && judgeCheck(scan);
  if (!scan || !result) return undefined;
  // A commit status only has room for its title.
  const rendered = writer.takesReport ? await renderCheck(scan, repository, ports) : undefined;
  const annotations = repository.checks?.annotations ? (rendered?.annotations ?? []) : [];
  const text = rendered?.text ?? '';
  const { scanId, commitHash, finishedAt = scan.createdAt } = scan;
  await writer.writeResult({ ...result, scanId, commitHash, finishedAt, text, annotations });
  return undefined;
};

const writeComment = async (
  check: RepositoryCheck,
  { repository, writer, ports }: Writing,
): Promise<string | undefined> => {
  const scan = await loadScan(check, ports);
  const result = scan && judgeCheck(scan);
  if (!result || !scan.pullRequest) return undefined;
  const { text } = await renderCheck(scan, repository, ports);
  return writer.writeComment({
    number: scan.pullRequest.number,
    text: commentText(result, text, writer.commentRoom),
    ...(check.externalId !== undefined && { externalId: check.externalId }),
  });
};

/** Writes one part after the other; each is written once, whatever happens in between. */
const writeAll = async (scan: Scan, writing: Writing): Promise<WritingEnd> => {
  const { ports, repository, now } = writing;
  const result = judgeCheck(scan);
  if (!result) return { kind: 'written' };
  for (const { kind, candidate } of checkParts(scan, result, repository)) {
    const write = kind === 'result' ? writeResult : writeComment;
    const end = await writeCheck(
      { candidate, holder: ports.ids.uuid(), write: (check) => write(check, writing) },
      ports.store,
      now.toISOString(),
    );
    if (end.kind === 'wait') return end;
  }
  return { kind: 'written' };
};

/** Stops the checks of the repository, unless its credential was replaced meanwhile. */
const stop = async (refused: Repository, ports: CheckSenderPorts, now: Date): Promise<void> => {
  const { organizationId, repositoryId } = refused;
  const stored = await ports.store.get('repository', { organizationId, repositoryId }, { consistent: true });
  if (!stored || stored.credential?.ciphertext !== refused.credential?.ciphertext) return;
  try {
    await commitOrThrow(ports.store, stopChecks(stored, now.toISOString()));
  } catch (error) {
    if (!(error instanceof ChecksStopConflict)) throw error;
  }
};

interface Attempted {
  repository: Repository;
  delivery: Delivery;
  now: Date;
  attempt: DeliveryAttempt;
}

/**
 * Decides the outcome of a failure of one host. It never counts against the subscriber: one repository's host or
 * credential does not block other repositories.
 */
const outcomeOf = async (
  { details }: ProviderFailure,
  { repository, delivery, now, attempt }: Attempted,
  ports: CheckSenderPorts,
): Promise<SendOutcome> => {
  const { reason, cause, status, detail, retryAfterSeconds } = details;
  const { repositoryId } = repository;
  ports.log.warn('a host did not accept a result', { repositoryId, reason, cause, status });
  if (reason === 'limited') return { kind: 'later', at: limitedUntil(retryAfterSeconds, now) };
  if (reason === 'unavailable') return { kind: 'later', at: unavailableUntil(delivery, now) };
  if (reason === 'refused') await stop(repository, ports, now);
  const known = { cause, ...(status !== undefined && { status }), excerpt: detail };
  return { kind: 'delivered', attempt: { ...attempt, ...known } };
};

const scanIdOf = ({ event }: Sending): string => String(event.data['scanId'] ?? '');

/** Writes the results of scans at the hosts of their repositories, with the repositories' own credentials. */
export const checkSender = (ports: CheckSenderPorts): EventSender => ({
  async send(sending) {
    const { event, delivery } = sending;
    const now = ports.clock.now();
    const attempt = timeAttempt(now, ports.elapsedMs);
    const nothing: SendOutcome = { kind: 'delivered', attempt: attempt() };
    if (isSecondEvent(event)) return nothing;
    const scan = await loadScan({ organizationId: event.organizationId, scanId: scanIdOf(sending) }, ports);
    if (scan?.checksBy !== 'service') return nothing;
    const repository = await loadWritten(scan, ports);
    if (!repository) return nothing;
    try {
      const writer = await openWriter(repository, ports);
      if (!writer) return nothing;
      const end = await writeAll(scan, { repository, writer, ports, now });
      if (end.kind === 'wait') return { kind: 'later', at: end.until };
      return { kind: 'delivered', attempt: attempt() };
    } catch (error) {
      if (error instanceof ProviderFailure)
        return outcomeOf(error, { repository, delivery, now, attempt: attempt() }, ports);
      ports.log.error('a result could not be posted', errorFields(error));
      return { kind: 'later', at: unavailableUntil(delivery, now) };
    }
  },
});
