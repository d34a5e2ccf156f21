// @vitest-environment happy-dom
import { ApiProblem, ConnectionLost } from '@scangate/client';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answers } from '#test/support/console/render-part.tsx';
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

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('a purchase that was sent once without an answer', () => {
  const failing = (...errors: Error[]): Answers => ({
    'buy-pack': (input) => {
      const error = errors.shift();
      if (error) throw error;
      return opened['buy-pack']?.(input);
    },
  });
  /** Sends it, loses the answer and closes the review. */
  const lose = async (...errors: Error[]) => {
    const view = await openPurchase(failing(new ConnectionLost('lost'), ...errors));
    await userEvent.click(await payButton());
    await screen.findByRole('button', { name: 'Send again' });
    await press('Back');
    await screen.findByText('No response was received');
    return view;
  };

  test.each([
    [429, 'rate_limited', 'Too many requests'],
    [403, 'role_required', 'Your role may not do that'],
  ])('keeps its key after %i %s, and says what was refused', async (status, code, title) => {
    const { keys } = await lose(new ApiProblem(status, new Headers(), { code }));
    await press('Send again');
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    await press('Send again');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
  });

  test('is not sent while this machine is offline, and keeps its key', async () => {
    const { keys } = await lose();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBe('true');
    await press('Send again');
    network.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await press('Send again');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  test('ends once its card is declined, which the page says', async () => {
    await lose(new ApiProblem(402, new Headers(), { code: 'card_declined' }));
    await press('Send again');
    await screen.findByText('The card was declined');
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(notedPurchase()).toContain('"review"');
  });

  test('is not replaced by another one', async () => {
    const { keys, history } = await lose();
    await act(async () => history.push('/console/?change=pack&pack=core-500'));
    await screen.findByText('Another purchase is still unanswered');
    await userEvent.click(await payButton());
    expect(keys()).toHaveLength(1);
    expect(notedPurchase()).toContain(String(keys()[0]));
  });
});

describe('a purchase whose request is pending', () => {
  const begin = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const view = await openPurchase(opened, { until: promise });
    await userEvent.click(await payButton());
    return { ...view, answer: () => act(async () => resolve()) };
  };

  test('is not hidden by Back, and then opens its payment page', async () => {
    const { answer } = await begin();
    await press('Back');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.queryByText('No response was received')).toBeNull();
    await answer();
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
  });

  test('prevents another purchase, and navigates only from its own review', async () => {
    const { history, sent, answer } = await begin();
    await act(async () => history.push('/console/'));
    await screen.findByText('The purchase is being processed');
    expect(screen.queryByText('No response was received')).toBeNull();
    await act(async () => history.push('/console/?change=pack&pack=core-500'));
    await userEvent.click(await payButton());
    expect(notedPurchase()).toContain('core-100');
    expect(sent('buy-pack')).toHaveLength(1);
    await answer();
    await waitFor(() => expect(notedPurchase()).toContain(checkoutUrl));
    expect(assign).not.toHaveBeenCalled();
  });

  test('opens no payment page once its own page is left', async () => {
    const { unmount, answer } = await begin();
    unmount();
    await answer();
    await waitFor(() => expect(notedPurchase()).toContain(checkoutUrl));
    expect(assign).not.toHaveBeenCalled();
  });
});
