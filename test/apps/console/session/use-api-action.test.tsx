import { ApiProblem, ConnectionLost } from '@scangate/client';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';
import { endWaiting, waitingReason } from '@scangate/console/session/sign-in/sign-in-again.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

const Buy = ({ pack = 'core-100' }: { pack?: 'core-100' | 'core-500' }) => {
  const { run, isBusy, problem } = useApiAction('buy-pack');
  return (
    <>
      <button type="button" onClick={() => void run({ body: { pack } } as never)}>
        Buy
      </button>
      <p>{isBusy ? 'busy' : 'idle'}</p>
      <p>{problem instanceof Error ? problem.message : 'fine'}</p>
    </>
  );
};

const buying = async (answers: Answers) => {
  const calls: { name: string; input: { idempotencyKey?: string; signal?: AbortSignal } }[] = [];
  await renderPart(<Buy />, { client: clientOf(answers, calls as never) });
  const click = () => userEvent.click(screen.getByRole('button'));
  return { calls, click, keys: () => calls.map(({ input }) => input.idempotencyKey) };
};

const refusal = (status: number, code: string): ApiProblem =>
  new ApiProblem(status, new Headers(), { code, detail: code });

const failingOnce = (error: Error): Answers => {
  let fails = true;
  return {
    'buy-pack': () => {
      if (!fails) return {};
      fails = false;
      throw error;
    },
  };
};

const Save = ({ onDone }: { onDone: () => unknown }) => {
  const { run, isBusy } = useApiAction('buy-pack', { onDone });
  return (
    <button type="button" onClick={() => void run({ body: {} } as never)}>
      {isBusy ? 'busy' : 'idle'}
    </button>
  );
};

describe('an action', () => {
  test('is busy until its follow-up has ended', async () => {
    const done = Promise.withResolvers<void>();
    const onDone = vi.fn<() => Promise<void>>(() => done.promise);
    const calls: { name: string; input: unknown }[] = [];
    await renderPart(<Save onDone={onDone} />, { client: clientOf({ 'buy-pack': () => ({}) }, calls) });
    await userEvent.dblClick(screen.getByRole('button'));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect([screen.getByRole('button').textContent, calls.length]).toEqual(['busy', 1]);
    done.resolve();
    await screen.findByText('idle');
  });

  test('a double click sends one request', async () => {
    const { calls, click } = await buying({});
    await click();
    await click();
    expect(calls).toHaveLength(1);
    expect(screen.getByText('busy')).toBeTruthy();
  });

  test('trying again after a lost connection keeps the key, a new action has a new one', async () => {
    const { click, keys } = await buying(failingOnce(new ConnectionLost('lost')));
    await click();
    await screen.findByText('lost');
    await click();
    await screen.findByText('fine');
    await click();
    const [first, second, third] = keys();
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test.each([
    ['the session ended', refusal(401, 'unauthenticated'), 'ended'],
    ['a recent sign-in is needed', refusal(403, 'reauthentication_required'), 'recent'],
  ])('when %s, it waits for a sign-in and sends the same request once more', async (_when, error, reason) => {
    const { click, keys } = await buying(failingOnce(error));
    await click();
    await waitFor(() => expect(waitingReason()).toBe(reason));
    expect(screen.getByText('busy')).toBeTruthy();
    await act(async () => endWaiting(true));
    await screen.findByText('idle');
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  test('offline nothing is sent, not even later', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { click, calls } = await buying({ 'buy-pack': () => ({}) });
    await click();
    expect(await screen.findByText('This machine has no network.')).toBeTruthy();
    offline.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(calls).toHaveLength(0);
    await click();
    await screen.findByText('fine');
    expect(calls).toHaveLength(1);
  });

  test('a connection that is lost during the request ends it: the failure is shown at once, and nothing is sent later', async () => {
    const { click, calls } = await buying({});
    await click();
    expect(screen.getByText('busy')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText('The network went away before the answer came.')).toBeTruthy();
    const [signal, ...more] = calls.map(({ input }) => input.signal);
    expect([signal?.aborted, more]).toEqual([true, []]);
    // The client retries a lost connection once, but not this.
    expect(signal?.reason).not.toBeInstanceOf(ConnectionLost);
  });

  test.each([
    ['the role', 'role_required', 403],
    ['the plan', 'entitlement_denied', 402],
    ['the organization', 'csrf_failed', 403],
  ])('refused because %s changed meanwhile loads the session again', async (_what, code, status) => {
    const refresh = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
    const client = clientOf(failingOnce(refusal(status, code)));
    await renderPart(<Buy />, { client, refresh });
    await userEvent.click(screen.getByRole('button'));
    await screen.findByText(code);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('closing the sign-in leaves the refusal on the page, and sends nothing', async () => {
    const { click, calls } = await buying(failingOnce(refusal(401, 'unauthenticated')));
    await click();
    await waitFor(() => expect(waitingReason()).toBe('ended'));
    await act(async () => endWaiting(false));
    expect(await screen.findByText('unauthenticated')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });
});
