import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { sessionOf } from '#test/support/console/render-part.tsx';
import { App } from '@scangate/console/app.tsx';

const overview = {
  failing: [],
  failingCount: 0,
  passing: 2,
  neverScanned: 0,
  active: [],
  waiversExpiring: 0,
  snapshot: null,
};

const providers = {
  items: [
    { providerId: 'default', label: 'Sign in', startUrl: '/v1/session/start' },
    {
      providerId: 'default-1',
      label: 'Demo owner',
      startUrl: '/v1/session/start?email=owner%40demo.example',
    },
  ],
};

const visit = (path: string): void => {
  window.history.replaceState(null, '', path);
  render(<App />);
};

afterEach(() => {
  // The page is removed before the requests are real again.
  cleanup();
  vi.restoreAllMocks();
});

describe('the console', () => {
  test('without a session: each provider, and the link back to the page', async () => {
    const sent = answerRequests({ 'GET /v1/session/providers': { body: providers } });
    visit('/console/o/o1/scans?verdict=FAIL');
    const link = await screen.findByRole('link', { name: 'Sign in as Demo owner' });
    expect(link.getAttribute('href')).toBe(
      '/v1/session/start?email=owner%40demo.example&returnTo=%2Fconsole%2Fo%2Fo1%2Fscans%3Fverdict%3DFAIL',
    );
    expect(document.title).toBe('Sign in to Scangate · Scangate');
    expect(sent.map(({ path }) => path)).toEqual(['/v1/session/providers']);
  });

  test('with a session: two requests to the first content, none with a bearer token', async () => {
    const sent = answerRequests({
      'GET /v1/session': { body: sessionOf() },
      'GET /v1/overview': { body: overview },
    });
    visit('/console/');
    expect(await screen.findByText('2 gates pass.')).toBeTruthy();
    expect(sent.map(({ path }) => path)).toEqual(['/v1/session', '/v1/overview']);
    expect(sent.some(({ headers }) => headers.has('Authorization'))).toBe(false);
    expect(window.location.pathname).toBe('/console/o/o1');
    expect(screen.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page');
  });

  test('a link into another organization sends only the boot request', async () => {
    const sent = answerRequests({ 'GET /v1/session': { body: sessionOf() } });
    visit('/console/o/o2/scans');
    expect(await screen.findByRole('heading', { name: 'You are signed in to Acme' })).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  test('an unknown address says so', async () => {
    answerRequests({ 'GET /v1/session': { body: sessionOf() } });
    visit('/console/o/o1/nothing/here');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  test('a service that does not answer is not treated as a missing session', async () => {
    answerRequests({ 'GET /v1/session': { status: 500, body: { code: 'system_error', retryable: false } } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    visit('/console/');
    // The client asks five times before it gives up.
    await act(async () => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
    expect(await screen.findByText('Scangate is not responding')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
