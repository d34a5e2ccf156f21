import type { ScanUnit, VerdictPayload } from '@scangate/client';
import { useEffect, useReducer } from 'react';
import { useDocumentVisible } from '@scangate/console/session/browser/document-visible.ts';
import { useClient } from '@scangate/console/session/session-context.ts';
import { mergeUnits } from './merge-units.ts';

export interface ScanVerdict {
  /** The payload with the verdict; undefined while the scan runs. */
  payload: VerdictPayload | undefined;
  units: readonly ScanUnit[];
  /** The stream broke for good; `reconnect` begins another. */
  error: Error | undefined;
  reconnect: () => void;
}

interface State extends Pick<ScanVerdict, 'payload' | 'units' | 'error'> {
  scanId: string;
  attempt: number;
}

type Action =
  | { kind: 'units'; scanId: string; units: readonly ScanUnit[] }
  | { kind: 'payload'; scanId: string; payload: VerdictPayload }
  | { kind: 'failed'; scanId: string; error: Error }
  | { kind: 'again' }
  | { kind: 'opened'; scanId: string };

const begin = (scanId: string): State => ({
  scanId,
  attempt: 0,
  payload: undefined,
  units: [],
  error: undefined,
});

/** Ignores late events of an earlier scan. */
const reduce = (state: State, action: Action): State => {
  if (action.kind === 'again') return { ...state, attempt: state.attempt + 1, error: undefined };
  if (action.kind === 'opened')
    return action.scanId === state.scanId ? { ...state, error: undefined } : begin(action.scanId);
  if (action.scanId !== state.scanId) return state;
  if (action.kind === 'units') return { ...state, units: mergeUnits(state.units, action.units) };
  if (action.kind === 'failed') return { ...state, error: action.error };
  const { payload } = action;
  const units = mergeUnits(state.units, payload.projectUnits);
  // Without a verdict, the longest wait is over, and the next one begins.
  if (payload.verdict === null) return { ...state, units, attempt: state.attempt + 1, error: undefined };
  return { ...state, units, payload, error: undefined };
};

/** After a stream breaks, the service keeps its slot occupied for this long, so it is short. */
const timeoutSeconds = 60;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Follows a scan to its verdict with one stream. A hidden tab has none: it reconnects when it becomes visible, and
 * the stream starts with the current state.
 */
export const useScanVerdict = (scanId: string): ScanVerdict => {
  const client = useClient();
  const isVisible = useDocumentVisible();
  const [state, dispatch] = useReducer(reduce, scanId, begin);
  const isDone = state.scanId === scanId && state.payload !== undefined;
  useEffect(() => {
    dispatch({ kind: 'opened', scanId });
    if (!isVisible || isDone) return undefined;
    const stop = new AbortController();
    const onUnitChange = (unit: ScanUnit): void => dispatch({ kind: 'units', scanId, units: [unit] });
    client
      .waitForVerdict(scanId, { signal: stop.signal, onUnitChange, intervalSeconds: 2, timeoutSeconds })
      .then((payload) => dispatch({ kind: 'payload', scanId, payload }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) dispatch({ kind: 'failed', scanId, error: asError(error) });
      });
    return () => stop.abort();
  }, [client, scanId, isVisible, isDone, state.attempt]);
  const current = state.scanId === scanId ? state : begin(scanId);
  return { ...current, reconnect: () => dispatch({ kind: 'again' }) };
};
