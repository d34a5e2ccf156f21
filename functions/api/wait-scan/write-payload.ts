import type { Scan } from '../../../lib/domain/records.ts';
import { gateView } from '../../../lib/domain/scans/views.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { watchScan, type Watch } from './watch.ts';

const retryAfter = (watch: Watch): number => Math.ceil(watch.intervalMs / 1000);

/** Newlines as heart-beats, then exactly one JSON object, whatever happens in between. */
export async function* writeJson(first: Scan, watch: Watch): AsyncGenerator<string> {
  let last = first;
  try {
    for await (const sight of watchScan(first, watch)) {
      if (sight === 'heartbeat') yield '\n';
      else last = sight.scan;
    }
  } catch (error) {
    log.error('a wait was cut short', errorFields(error));
  }
  yield JSON.stringify(gateView(last, retryAfter(watch)));
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The same as server-sent events: `unit` whenever a unit's status changed, `verdict` at the end. */
export async function* writeEvents(first: Scan, watch: Watch): AsyncGenerator<string> {
  const told = new Map<string, string>();
  let last = first;
  try {
    for await (const sight of watchScan(first, watch)) {
      if (sight === 'heartbeat') yield ': waiting\n\n';
      else {
        last = sight.scan;
        for (const unit of gateView(last, 0).projectUnits) {
          if (told.get(unit.projectUnitId) === unit.status) continue;
          told.set(unit.projectUnitId, unit.status);
          yield event('unit', unit);
        }
      }
    }
  } catch (error) {
    log.error('a wait was cut short', errorFields(error));
  }
  yield event('verdict', gateView(last, retryAfter(watch)));
}
