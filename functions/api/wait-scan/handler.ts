import { Readable } from 'node:stream';
import { Problem } from '@scangate/domain/problem';
import { elapsedMs, now as clock, sleep } from '#runtime/ids.ts';
import { errorFields, log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { releaseLease, acquireLease } from '#app/scans/waiter-lease.ts';
import { streamEvents, streamJson } from './stream-verdict.ts';

/** Runs `atEnd` once, when the stream was read to its end or given up. */
async function* ending(stream: AsyncIterable<string>, atEnd: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* stream;
  } finally {
    await atEnd().catch((error) => log.warn('a waiter lease was not given back', errorFields(error)));
  }
}

/** Every refusal comes before the first byte; from then on the stream ends with one JSON object. */
export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params, query, headers, now, ids }, { store }) => {
    const id = { organizationId: caller.organizationId, scanId: params.scanId };
    const scan = await store.get('scan', id, { consistent: true });
    if (!scan) throw new Problem('scan_not_found');

    const timeoutMs = query.timeout * 1000;
    const lease = scan.verdict
      ? undefined
      : await acquireLease(store, { organizationId: id.organizationId, holder: ids.uuid(), timeoutMs }, now);
    const watch = {
      load: () => store.get('scan', id),
      timeoutMs: lease ? timeoutMs : 0,
      intervalMs: query.interval * 1000,
      sleep,
      elapsedMs,
    };
    const asEvents = headers['accept']?.includes('text/event-stream') ?? false;
    const text = asEvents ? streamEvents(scan, watch) : streamJson(scan, watch);
    const whole = lease ? ending(text, () => releaseLease(store, lease, clock())) : text;
    return {
      status: 200,
      headers: { 'Content-Type': asEvents ? 'text/event-stream' : 'application/json' },
      stream: Readable.from(whole, { objectMode: false }),
    };
  },
);
