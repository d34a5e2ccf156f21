import { ApiProblem, ConnectionLost, ServiceSilent, apiProblemFrom } from './api-problem.ts';
import type { BodyOfResponse, Call } from './call-types.ts';
import { routes } from './generated/routes.ts';
import { openStream, withNetworkErrors, type Connection } from './send.ts';

export type VerdictPayload = BodyOfResponse<'wait-scan'>;
export type ScanUnit = VerdictPayload['projectUnits'][number];

export interface WaitOptions {
  /** The longest wait for the verdict, over all requests; 1,800 by default. */
  timeoutSeconds?: number;
  /** The interval in which the service reads the scan, 1 to 60; 5 by default. */
  intervalSeconds?: number;
  signal?: AbortSignal;
  /** Is called each time a project unit has another status. */
  onUnitChange?: (unit: ScanUnit) => void;
}

/** The longest wait of one request. */
const maxRequestSeconds = 600;
/** Without three heartbeats in a row the connection counts as lost. */
const silenceMs = 60_000;
const delayAfterFailureMs = 2000;

/**
 * Yields text as it arrives. Not every browser iterates over a stream, so it is read by its reader.
 * @param onPiece is called for every piece.
 */
async function* piecesOf(response: Response, onPiece: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      onPiece();
      yield decoder.decode(piece.value, { stream: true });
    }
  } finally {
    // What is left of the answer is of no interest, nor whether it could be ended.
    reader?.cancel().catch(() => undefined);
  }
}

const parse = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ConnectionLost('The answer broke off before the verdict.', { cause: error });
  }
};

/** Reads newlines as heartbeats, then one JSON object. */
const readJson = async (pieces: AsyncIterable<string>): Promise<VerdictPayload> => {
  let text = '';
  for await (const piece of pieces) {
    const isHeartBeat = text === '' && piece.trim() === '';
    if (!isHeartBeat) text += piece;
  }
  return parse(text);
};

const fieldOf = (event: string, name: string): string =>
  event
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

/** Reads server-sent events: any number of `unit`, then the `verdict`. */
const readEvents = async (
  pieces: AsyncIterable<string>,
  onUnitChange: (unit: ScanUnit) => void,
): Promise<VerdictPayload> => {
  let rest = '';
  for await (const piece of pieces) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const name = fieldOf(event, 'event');
      if (name === 'verdict') return parse(fieldOf(event, 'data'));
      if (name === 'unit') onUnitChange(parse(fieldOf(event, 'data')));
    }
  }
  throw new ConnectionLost('The answer broke off before the verdict.');
};

/** Whoever answers with a page will not answer with a verdict later. @throws ApiProblem unexpected_answer */
const requireOurs = (response: Response): void => {
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return;
  response.body?.cancel().catch(() => undefined);
  throw apiProblemFrom(response, '');
};

/** Sends one request and reads its response to the end. */
const waitOnce = async (
  connection: Connection,
  call: Call,
  onUnitChange: WaitOptions['onUnitChange'],
): Promise<VerdictPayload> => {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new ServiceSilent());
  let timer = setTimeout(giveUp, silenceMs);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silenceMs);
  };
  const { signal } = call;
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  const headers = { Accept: onUnitChange ? 'text/event-stream' : 'application/json' };
  try {
    const response = await openStream(connection, { ...call, headers }, either);
    requireOurs(response);
    return await withNetworkErrors(signal, () => {
      const pieces = piecesOf(response, restartTimer);
      return onUnitChange ? readEvents(pieces, onUnitChange) : readJson(pieces);
    });
  } finally {
    clearTimeout(timer);
  }
};

/** Passes on only the units whose status is new, however often the connection starts again. */
const changesOnly = (onUnitChange: WaitOptions['onUnitChange']): WaitOptions['onUnitChange'] => {
  const known = new Map<string, string>();
  return (
    onUnitChange &&
    ((unit) => {
      if (known.get(unit.projectUnitId) === unit.status) return;
      known.set(unit.projectUnitId, unit.status);
      onUnitChange(unit);
    })
  );
};

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionLost || (error instanceof ApiProblem && error.retryable);

/**
 * Waits for the verdict of one scan, over as many requests as it takes.
 * @returns a payload whose `verdict` is null when the time is over: the scan keeps running, so wait again.
 * @throws ApiProblem, the signal's reason, or ConnectionLost when the service is out of reach at the end.
 */
export const waitForVerdict = async (
  connection: Connection & { elapsedMs: () => number },
  scanId: string,
  { timeoutSeconds = 1800, intervalSeconds = 5, signal, onUnitChange }: WaitOptions = {},
): Promise<VerdictPayload> => {
  const route = routes['wait-scan'];
  const until = connection.elapsedMs() + timeoutSeconds * 1000;
  const leftMs = () => Math.max(0, until - connection.elapsedMs());
  const onChange = changesOnly(onUnitChange);
  let looks = 0;
  for (;;) {
    const timeout = Math.min(maxRequestSeconds, Math.max(1, Math.ceil(leftMs() / 1000)));
    const query = { timeout, interval: intervalSeconds };
    let delayMs = delayAfterFailureMs;
    try {
      const payload = await waitOnce(connection, { route, params: { scanId }, query, signal }, onChange);
      if (payload.verdict !== null || leftMs() === 0) return payload;
      const planned = payload.poll?.afterSeconds;
      const after = planned?.[looks] ?? planned?.at(-1) ?? payload.retryAfter ?? intervalSeconds;
      looks = planned ? looks + 1 : 0;
      delayMs = after * 1000;
    } catch (error) {
      if (!mayPass(error) || leftMs() === 0) throw error;
    }
    await connection.sleep(Math.min(delayMs, leftMs()));
  }
};
