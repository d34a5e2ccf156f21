import { Readable } from 'node:stream';
import { acceptAgain } from '#app/identity/authenticate.ts';
import { beginWait } from '#app/scans/waiting/begin-wait.ts';
import { elapsedMs, now as currentTime, sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { streamEvents, streamJson } from './stream-verdict.ts';

const clock = { now: currentTime, sleep, elapsedMs };

/** Every refusal comes before the first byte; from then on the stream ends with one JSON object. */
export const handler = serve(
  endpoint,
  { store: wireStore },
  async (
    {
      caller: { organizationId, tokenKind, tokenId, tokenHash, credentialEndsAt: endsAt },
      params: { scanId },
      query,
      headers,
      now,
      requestedAt,
      ids,
    },
    { store },
  ) => {
    const { timeout: timeoutSeconds, interval: intervalSeconds } = query;
    const isSession = tokenKind === 'session';
    const sessionId = isSession ? tokenId : undefined;
    const request = { organizationId, scanId, timeoutSeconds, intervalSeconds, sessionId, requestedAt };
    const credential =
      tokenHash === undefined
        ? undefined
        : {
            look: (repositoryId: string) =>
              acceptAgain(
                { scopes: endpoint.scopes, tokenHash, isSession, repositoryId },
                store,
                currentTime(),
              ),
            endsAt,
          };
    const ports = { store, ids, log, clock, credential };
    const { scan, watch, isFull, releaseAfter } = await beginWait(request, ports, now);
    const isEventStream = headers['accept']?.includes('text/event-stream') ?? false;
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
