import { ApiProblem, ConnectionLost } from '@scangate/client';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { endWaiting, waitingReason } from '@scangate/console/session/sign-in/sign-in-again.ts';

const problem = (status: number, members: Record<string, unknown>): ApiProblem =>
  new ApiProblem(status, new Headers(), { requestId: 'r-1', ...members });

const short = problem(402, {
  code: 'insufficient_credits',
  detail: 'x',
  pool: 'core',
  balance: 3,
  required: 12,
});

describe('what a page says after a refusal', () => {
  test('a failure of the service has a request id and a retry', async () => {
    const onRetry = vi.fn<() => void>();
    await renderPart(
      <ProblemPanel error={problem(503, { code: 'temporarily_unavailable' })} onRetry={onRetry} />,
    );
    expect(screen.getByRole('alert').textContent).toContain('The service is busy');
    expect(screen.getByText('r-1')).toBeTruthy();
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('a refusal that stays the same has no retry', async () => {
    await renderPart(
      <ProblemPanel error={problem(404, { code: 'scan_not_found' })} onRetry={() => undefined} />,
    );
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('Scan not found');
  });

  test('a lost connection says that trying again is safe', async () => {
    await renderPart(<ProblemPanel error={new ConnectionLost('x')} onRetry={() => undefined} />);
    expect(screen.getByRole('alert').textContent).toContain('nothing happens twice');
  });

  test('a session that ended offers the sign-in, and loads again after it', async () => {
    const onRetry = vi.fn<() => void>();
    await renderPart(<ProblemPanel error={problem(401, { code: 'unauthenticated' })} onRetry={onRetry} />);
    screen.getByRole('button', { name: 'Sign in' }).click();
    expect([waitingReason(), onRetry.mock.calls.length]).toEqual(['ended', 0]);
    await act(async () => endWaiting(true));
    await waitFor(() => expect(onRetry).toHaveBeenCalledTimes(1));
  });

  test('a canceled sign-in loads nothing', async () => {
    const onRetry = vi.fn<() => void>();
    await renderPart(<ProblemPanel error={problem(401, { code: 'unauthenticated' })} onRetry={onRetry} />);
    screen.getByRole('button', { name: 'Sign in' }).click();
    await act(async () => endWaiting(false));
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('an invalid cursor leads to the first page of the list', async () => {
    const onRetry = vi.fn<() => void>();
    await renderPart(<ProblemPanel error={problem(400, { code: 'invalid_cursor' })} onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Start from its first page.');
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('a 402 shows the steps, with figures, to those who may pay', async () => {
    await renderPart(<ProblemPanel error={short} />);
    expect(screen.getByRole('alert').textContent).toContain('12 core credits');
    expect(screen.getByRole('link', { name: 'Buy credits' }).getAttribute('href')).toMatch(
      /^\/console\/o\/o1\/billing/,
    );
  });

  test('a 402 tells a member whom to ask, and offers nothing', async () => {
    await renderPart(<ProblemPanel error={short} />, { session: sessionOf({ role: 'member' }) });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('alert').textContent).toMatch(/Ask an owner/);
  });

  test('an unknown code shows the message of the service as text', async () => {
    await renderPart(<ProblemPanel error={problem(409, { code: 'x_y', detail: '<b>new</b>' })} />);
    expect(screen.getByRole('alert').textContent).toContain('<b>new</b>');
    expect(document.querySelector('b')).toBeNull();
  });
});
