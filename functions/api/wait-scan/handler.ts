import { Readable } from 'node:stream';
import { acceptAgain } from '#app/identity/authenticate.ts';
import { beginWait } from '#app/scans/waiting/begin-wait.ts';
import { needsApi } from '#contract/token-access.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Store } from '#ports/store.ts';
import { elapsedMs, now as currentTime, sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { streamEvents, streamJson } from './stream-verdict.ts';

const clock = { now: currentTime, sleep, elapsedMs };
const permission = { needed: endpoint, isApi: needsApi(endpoint) };

/** The credential of a wait, which is checked again while it waits. */
const credentialOf = ({ tokenHash, tokenKind, credentialEndsAt }: Caller, store: Pick<Store, 'load'>) => {
  if (tokenHash === undefined) return undefined;
  const request = { tokenHash, isSession: tokenKind === 'session', ...permission };
  return {
    look: (repositoryId: string) => acceptAgain({ ...request, repositoryId }, store, currentTime()),
    endsAt: credentialEndsAt,
  };
};

/** Every refusal comes before the first byte; from then on the stream ends with one JSON object. */
export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params: { scanId }, query, headers, now, requestedAt, ids }, { store }) => {
    const { timeout: timeoutSeconds, interval: intervalSeconds } = query;
    const { organizationId, tokenKind, tokenId } = caller;
    const sessionId = tokenKind === 'session' ? tokenId : undefined;
    const isEventStream = headers['accept']?.includes('text/event-stream') ?? false;
    const asked = { organizationId, scanId, timeoutSeconds, intervalSeconds, sessionId, requestedAt };
    const request = { ...asked, followsUnits: isEventStream };
    const ports = { store, ids, log, clock, credential: credentialOf(caller, store) };
    const { scan, watch, isFull, releaseAfter } = await beginWait(request, ports, now);
    const stream = isEventStream ? streamEvents(scan, watch) : streamJson(scan, watch);
    return {
      status: 200,
      headers: {
        'Content-Type': isEventStream ? 'text/event-stream' : 'application/json',
        ...(isFull && { 'Retry-After': String(intervalSeconds) }),
      },
      stream: Readable.from(releaseAfter(stream), { objectMode: false }),
    };
  },
);
