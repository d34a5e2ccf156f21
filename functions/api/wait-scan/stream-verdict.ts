import type { Scan } from '@scangate/domain/records';
import { gatePayloadView } from '@scangate/domain/scans/scan-views';
import { errorFields, log } from '#runtime/log.ts';
import { watchScan, type WatchOptions } from '#app/scans/watch-scan.ts';

const retryAfter = (watch: WatchOptions): number => Math.ceil(watch.intervalMs / 1000);

/** Newlines as heart-beats, then exactly one JSON object, whatever happens in between. */
export async function* streamJson(first: Scan, watch: WatchOptions): AsyncGenerator<string> {
  let last = first;
  try {
    for await (const sight of watchScan(first, watch)) {
      if (sight === 'heartbeat') yield '\n';
      else last = sight.scan;
    }
  } catch (error) {
    log.error('a wait was cut short', errorFields(error));
  }
  yield JSON.stringify(gatePayloadView(last, retryAfter(watch)));
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The same as server-sent events: `unit` whenever a unit's status changed, `verdict` at the end. */
export async function* streamEvents(first: Scan, watch: WatchOptions): AsyncGenerator<string> {
  const told = new Map<string, string>();
  let last = first;
  try {
    for await (const sight of watchScan(first, watch)) {
      if (sight === 'heartbeat') yield ': waiting\n\n';
      else {
        last = sight.scan;
        for (const unit of gatePayloadView(last, 0).projectUnits) {
          if (told.get(unit.projectUnitId) === unit.status) continue;
          told.set(unit.projectUnitId, unit.status);
          yield event('unit', unit);
        }
      }
    }
  } catch (error) {
    log.error('a wait was cut short', errorFields(error));
  }
  yield event('verdict', gatePayloadView(last, retryAfter(watch)));
}
