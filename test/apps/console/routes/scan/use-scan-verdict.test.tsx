import {
  ApiProblem,
  ConnectionLost,
  type Client,
  type VerdictPayload,
  type WaitOptions,
} from '@scangate/client';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { SessionContext, type SignedIn } from '@scangate/console/session/session-context.ts';
import { useScanVerdict } from '@scangate/console/routes/scan/use-scan-verdict.ts';

interface Wait {
  scanId: string;
  options: WaitOptions;
  resolve: (payload: VerdictPayload) => void;
  reject: (error: Error) => void;
}

const unit = (status: string) => ({ projectUnitId: 'u', path: '', type: 'npm', status });
const payload = (verdict: string | null, status: string) =>
  ({ verdict, projectUnits: [unit(status)] }) as unknown as VerdictPayload;

const setUp = () => {
  const waits: Wait[] = [];
  const waitForVerdict = (scanId: string, options: WaitOptions = {}): Promise<VerdictPayload> =>
    new Promise((resolve, reject) => waits.push({ scanId, options, resolve, reject }));
  const newSession = () => ({ client: { waitForVerdict } as unknown as Client }) as SignedIn;
  let signedIn = newSession();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext.Provider value={signedIn}>{children}</SessionContext.Provider>
  );
  const hook = renderHook(({ scanId }) => useScanVerdict(scanId), { wrapper, initialProps: { scanId: 'a' } });
  const signIn = (): void => {
    signedIn = newSession();
    hook.rerender({ scanId: 'a' });
  };
  return { waits, signIn, ...hook };
};

const settled = (change: () => void): Promise<void> =>
  act(async () => {
    change();
    await Promise.resolve();
  });

describe('a live scan', () => {
  test('shows each unit from the stream, then the verdict, with one stream', async () => {
    const { waits, result } = setUp();
    await settled(() => waits[0]?.options.onUnitChange?.(unit('running') as never));
    expect(result.current.units.map(({ status }) => status)).toEqual(['running']);
    await settled(() => waits[0]?.resolve(payload('PASS', 'completed')));
    expect([result.current.payload?.verdict, result.current.units[0]?.status]).toEqual(['PASS', 'completed']);
    expect(waits).toHaveLength(1);
  });

  test('waits again when a wait ends without a verdict', async () => {
    const { waits, result } = setUp();
    await settled(() => waits[0]?.resolve(payload(null, 'running')));
    expect([waits.length, result.current.payload]).toEqual([2, undefined]);
    expect(waits[1]?.options.timeoutSeconds).toBe(60);
  });

  test('keeps what it knows when the stream is cut, and continues on request', async () => {
    const { waits, result } = setUp();
    await settled(() => waits[0]?.options.onUnitChange?.(unit('running') as never));
    await settled(() => waits[0]?.reject(new ConnectionLost('cut')));
    expect([result.current.error?.message, result.current.units.length]).toEqual(['cut', 1]);
    await settled(() => result.current.reconnect());
    expect([result.current.error, waits.length]).toEqual([undefined, 2]);
  });

  test('a session that is revoked during the stream ends it; the next session continues automatically', async () => {
    const { waits, result, signIn } = setUp();
    await settled(() => waits[0]?.options.onUnitChange?.(unit('running') as never));
    await settled(() => waits[0]?.resolve(payload(null, 'running')));
    await settled(() => waits[1]?.reject(new ApiProblem(401, new Headers(), { code: 'unauthenticated' })));
    expect([result.current.error, waits.length]).toEqual([expect.any(ApiProblem), 2]);
    await settled(signIn);
    expect([result.current.error, result.current.units.length, waits.length]).toEqual([undefined, 1, 3]);
  });

  test('ignores an earlier scan once another one is open', async () => {
    const { waits, result, rerender } = setUp();
    rerender({ scanId: 'b' });
    expect(waits[0]?.options.signal?.aborted).toBe(true);
    await settled(() => waits[0]?.resolve(payload('FAIL', 'completed')));
    expect([result.current.payload, waits[1]?.scanId]).toEqual([undefined, 'b']);
  });

  test('has no stream in a hidden tab, and a new one when the tab is visible again', async () => {
    const { waits } = setUp();
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    await settled(() => document.dispatchEvent(new Event('visibilitychange')));
    expect([waits.length, waits[0]?.options.signal?.aborted]).toEqual([1, true]);
    Reflect.deleteProperty(document, 'visibilityState');
    await settled(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(waits).toHaveLength(2);
  });
});
