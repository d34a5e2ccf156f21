import { watchScan, type WatchOptions } from '#app/scans/waiting/poll-scan.ts';
import { errorFields, log } from '#runtime/log.ts';
import type { Scan } from '@scangate/domain/records';
import { gatePayloadView } from '@scangate/domain/scans/scan-views';

const retryAfterSeconds = ({ intervalMs }: WatchOptions): number => Math.ceil(intervalMs / 1000);

const logBrokenWait = (error: unknown): void => log.error('a wait was cut short', errorFields(error));

/** Streams newlines as heartbeats, then exactly one JSON object, whatever happens in between. */
export async function* streamJson(first: Scan, watch: WatchOptions): AsyncGenerator<string> {
  let latest = first;
  try {
    for await (const event of watchScan(first, watch)) {
      if (event === 'heartbeat') yield '\n';
      else latest = event.scan;
    }
  } catch (error) {
    logBrokenWait(error);
  }
  yield JSON.stringify(gatePayloadView(latest, retryAfterSeconds(watch), watch));
}

const serverSentEvent = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Streams server-sent events: `unit` whenever the status of a unit changed, and `verdict` at the end. */
export async function* streamEvents(first: Scan, watch: WatchOptions): AsyncGenerator<string> {
  const sentStatus = new Map<string, string>();
  let latest = first;
  try {
    for await (const event of watchScan(first, watch)) {
      if (event === 'heartbeat') {
        yield ': waiting\n\n';
        continue;
      }
      latest = event.scan;
      for (const unit of gatePayloadView(latest, 0).projectUnits) {
        if (sentStatus.get(unit.projectUnitId) === unit.status) continue;
        sentStatus.set(unit.projectUnitId, unit.status);
        yield serverSentEvent('unit', unit);
      }
    }
  } catch (error) {
    logBrokenWait(error);
  }
  yield serverSentEvent('verdict', gatePayloadView(latest, retryAfterSeconds(watch), watch));
}
