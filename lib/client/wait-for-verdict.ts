import type * as z from 'zod';
import type { verdictPayload, scanUnit } from '../contract/schemas.ts';
import { ApiProblem, ConnectionLost } from './api-problem.ts';
import type { Operation } from './call-types.ts';
import { openStream, withNetworkErrors, type Connection } from './send.ts';

export type GatePayload = z.output<typeof verdictPayload>;
export type ScanUnit = z.output<typeof scanUnit>;

export interface WaitOptions {
  /** For the verdict, over all requests. 1,800 unless given. */
  timeoutSeconds?: number;
  /** Between the service's looks at the scan, 1 to 60. 5 unless given. */
  intervalSeconds?: number;
  signal?: AbortSignal;
  /** Told each time a project unit has another status. */
  onUnitChange?: (unit: ScanUnit) => void;
}

/** What one request may ask for. */
const longestAskSeconds = 600;
/** Three heart-beats in a row have not come: nobody is there any more. */
const silenceMs = 60_000;
const pauseAfterLossMs = 2000;

/** Text as it arrives. Each piece puts off the end that silence would bring. */
async function* piecesOf(response: Response, heard: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    heard();
    yield decoder.decode(piece, { stream: true });
  }
}

const parsed = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ConnectionLost('The answer broke off before the verdict.', { cause: error });
  }
};

/** Newlines as heart-beats, then one JSON object. */
const readJson = async (pieces: AsyncIterable<string>): Promise<GatePayload> => {
  let text = '';
  for await (const piece of pieces) text += piece.trim() === '' && text === '' ? '' : piece;
  return parsed(text);
};

const fieldOf = (event: string, name: string): string =>
  event
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

/** Server-sent events: `unit`s, then the `verdict`. */
const readEvents = async (
  pieces: AsyncIterable<string>,
  onUnit: (unit: ScanUnit) => void,
): Promise<GatePayload> => {
  let rest = '';
  for await (const piece of pieces) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const name = fieldOf(event, 'event');
      if (name === 'verdict') return parsed(fieldOf(event, 'data'));
      if (name === 'unit') onUnit(parsed(fieldOf(event, 'data')));
    }
  }
  throw new ConnectionLost('The answer broke off before the verdict.');
};

/** One request, read to its end. */
const ask = async (
  connection: Connection,
  operation: Operation,
  onUnit: WaitOptions['onUnitChange'],
): Promise<GatePayload> => {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new ConnectionLost('The service fell silent.'));
  let timer = setTimeout(giveUp, silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silenceMs);
  };
  const { signal } = operation;
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  const headers = { Accept: onUnit ? 'text/event-stream' : 'application/json' };
  try {
    const response = await openStream(connection, { ...operation, headers }, either);
    return await withNetworkErrors(signal, () => {
      const pieces = piecesOf(response, heard);
      return onUnit ? readEvents(pieces, onUnit) : readJson(pieces);
    });
  } finally {
    clearTimeout(timer);
  }
};

/** Tells of a unit only what is new, however often the connection starts again. */
const newsOnly = (onUnit: WaitOptions['onUnitChange']): WaitOptions['onUnitChange'] => {
  const told = new Map<string, string>();
  return (
    onUnit &&
    ((unit) => {
      if (told.get(unit.projectUnitId) === unit.status) return;
      told.set(unit.projectUnitId, unit.status);
      onUnit(unit);
    })
  );
};

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionLost || (error instanceof ApiProblem && error.retryable);

/**
 * Asks for the verdict of one scan until it is there or the time is over; a lost connection is made anew.
 * @returns a payload whose `verdict` is null when the time is over: the scan keeps running, ask again with its id.
 * @throws ApiProblem, the signal's reason, or ConnectionLost when the service is out of reach at the end.
 */
export const waitForVerdict = async (
  connection: Connection & { elapsedMs: () => number },
  endpoint: Operation['endpoint'],
  scanId: string,
  { timeoutSeconds = 1800, intervalSeconds = 5, signal, onUnitChange: onUnit }: WaitOptions = {},
): Promise<GatePayload> => {
  const until = connection.elapsedMs() + timeoutSeconds * 1000;
  const leftMs = () => Math.max(0, until - connection.elapsedMs());
  const tell = newsOnly(onUnit);
  for (;;) {
    const timeout = Math.min(longestAskSeconds, Math.max(1, Math.ceil(leftMs() / 1000)));
    const query = { timeout, interval: intervalSeconds };
    let pauseMs = pauseAfterLossMs;
    try {
      const payload = await ask(connection, { endpoint, params: { scanId }, query, signal }, tell);
      if (payload.verdict !== null || leftMs() === 0) return payload;
      pauseMs = (payload.retryAfter ?? intervalSeconds) * 1000;
    } catch (error) {
      if (!mayPass(error) || leftMs() === 0) throw error;
    }
    await connection.sleep(Math.min(pauseMs, leftMs()));
  }
};
