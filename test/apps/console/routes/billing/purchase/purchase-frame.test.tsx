// @vitest-environment happy-dom
import { ApiProblem, ConnectionLost } from '@scangate/client';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PurchaseFrame } from '@scangate/console/routes/billing/purchase/purchase-frame.tsx';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { billingStatus } from '#test/support/console/billing-answers.ts';
import {
  checkoutUrl,
  notedPurchase,
  opened,
  openPurchase,
  payButton,
} from '#test/support/console/purchase-page.tsx';

const assign = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => vi.restoreAllMocks());

describe('a purchase', () => {
  test('shows what is due, what changes and when before its button', async () => {
    await openPurchase({});
    await payButton();
    const words = document.body.textContent ?? '';
    for (const shown of ['Due now', '€15.00', 'Core balance', '500 credits → 600 credits', 'Once paid'])
      expect(words).toContain(shown);
  });

  test('a double click sends one request, under the key that was stored before it', async () => {
    const { sent } = await openPurchase({});
    await userEvent.dblClick(await payButton());
    const [request, ...more] = sent('buy-pack');
    expect([request?.input.body, more]).toEqual([{ pack: 'core-100' }, []]);
    expect(notedPurchase()).toContain(String(request?.input.idempotencyKey));
  });

  test('opens the payment page', async () => {
    await openPurchase(opened);
    await userEvent.click(await payButton());
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
  });

  test('after a reload without an answer it is sent again under the same key', async () => {
    const first = await openPurchase({});
    await userEvent.click(await payButton());
    const key = first.sent('buy-pack')[0]?.input.idempotencyKey;
    first.unmount();
    const second = await openPurchase(opened);
    await screen.findByText('No response was received');
    expect(second.sent('buy-pack')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
    expect(second.sent('buy-pack')[0]?.input.idempotencyKey).toBe(key);
  });

  test('a lost connection keeps the key, a declined card takes a new one', async () => {
    const errors = [
      new ConnectionLost('lost'),
      new ApiProblem(402, new Headers(), { code: 'card_declined', detail: 'Declined.' }),
    ];
    const { sent } = await openPurchase({
      'buy-pack': () => {
        throw errors.shift() ?? new Error('none is left');
      },
    });
    await userEvent.click(await payButton());
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await screen.findByText('The card was declined');
    await userEvent.click(await payButton());
    await waitFor(() => expect(sent('buy-pack')).toHaveLength(3));
    const [lost, again, next] = sent('buy-pack').map(({ input }) => input.idempotencyKey);
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });

  test.each([
    ['entitlement_denied', { detail: 'Team has no such packs.' }, 'Team has no such packs.'],
    ['payment_failed', {}, 'A subscription payment failed'],
    ['sast_addon_required', {}, 'Code scanning needs the SAST add-on'],
    ['card_declined', {}, 'Nothing was charged or changed. Use another card, then try again.'],
  ])('refused with 402 %s, the review stays, with a message', async (code, members, words) => {
    const { sent } = await openPurchase({
      'buy-pack': () => {
        throw new ApiProblem(402, new Headers(), { code, ...members });
      },
    });
    await userEvent.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(await payButton()).toBeTruthy();
    expect(sent('buy-pack')).toHaveLength(1);
  });

  test('a preview that is refused has no button', async () => {
    const { sent } = await openPurchase({
      'preview-change': () => {
        throw new ApiProblem(409, new Headers(), { code: 'conflict', detail: 'A checkout is open.' });
      },
    });
    await screen.findByText('A checkout is open.');
    expect(screen.queryByRole('button', { name: /pay|Send/ })).toBeNull();
    expect(sent('buy-pack')).toEqual([]);
  });
});

describe('return from the payment page', () => {
  const pay = async () => {
    const view = await openPurchase(opened);
    await userEvent.click(await payButton());
    await waitFor(() => expect(assign).toHaveBeenCalled());
    view.unmount();
    return view;
  };

  test('unpaid: nothing was charged, and the same page is opened again', async () => {
    await pay();
    assign.mockReset();
    const { sent } = await openPurchase({}, { at: '/?checkout=cancelled' });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    expect(assign).toHaveBeenCalledWith(checkoutUrl);
    expect(sent('buy-pack')).toEqual([]);
  });

  test('paid and not yet known: it says so and asks for the status', async () => {
    await pay();
    await openPurchase({}, { at: '/?checkout=success' });
    expect(await screen.findByText('Payment is being confirmed')).toBeTruthy();
  });

  test('paid and not confirmed for minutes: it stops asking, and says so', async () => {
    await pay();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { sent } = await openPurchase({}, { at: '/?checkout=success' });
      await screen.findByText('Payment is being confirmed');
      await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
      expect(screen.getByText('Payment is not confirmed yet')).toBeTruthy();
      const asked = sent('get-billing-status').length;
      expect(asked).toBeGreaterThan(50);
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(sent('get-billing-status')).toHaveLength(asked);
    } finally {
      vi.useRealTimers();
    }
  });

  test('paid and known: the credits are there', async () => {
    await pay();
    await openPurchase({}, { at: '/?checkout=success', status: billingStatus({ bought: 100 }) });
    expect(await screen.findByText('The payment is confirmed, and the change is in effect.')).toBeTruthy();
  });

  test.each([
    ['known', '/?checkout=success', 100],
    ['known, without the return', '/', 100],
    ['not yet known', '/?checkout=success', 0],
  ])('paid and %s: buying the same again uses another key', async (_state, at, bought) => {
    const first = await pay();
    const second = await openPurchase(opened, { at, status: billingStatus({ bought }) });
    await userEvent.click(screen.getByRole('button', { name: 'Review a pack' }));
    await userEvent.click(await payButton());
    await waitFor(() => expect(second.keys()).toHaveLength(1));
    expect(second.keys()).not.toEqual(first.keys());
  });

  test('unpaid: the same review leads to the same page', async () => {
    const first = await pay();
    const second = await openPurchase(opened, { at: '/?checkout=cancelled' });
    await userEvent.click(screen.getByRole('button', { name: 'Review a pack' }));
    await userEvent.click(await payButton());
    await waitFor(() => expect(second.keys()).toEqual(first.keys()));
  });
});

test('an admin, who cannot buy, sees no review and requests no preview', async () => {
  const calls: { name: string; input: unknown }[] = [];
  const client = clientOf({}, calls);
  await renderPart(<PurchaseFrame status={billingStatus()}>{() => <p>page</p>}</PurchaseFrame>, {
    client,
    at: '/?change=pack&pack=core-100',
    session: sessionOf({ role: 'admin' }),
  });
  await screen.findByText('page');
  expect(calls.map(({ name }) => name)).not.toContain('preview-change');
});
