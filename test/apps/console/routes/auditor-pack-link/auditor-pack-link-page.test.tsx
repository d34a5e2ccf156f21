import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { renderPart } from '#test/support/console/render-part.tsx';
import PackLinkPage from '@scangate/console/routes/auditor-pack-link/auditor-pack-link-page.tsx';

afterEach(() => vi.restoreAllMocks());

const visit = (hash: string) => {
  window.history.replaceState(null, '', `/console/shared${hash}`);
  return renderPart(<PackLinkPage />);
};

test('the secret is removed from the URL at once, and sent to the service in a body', async () => {
  const sent = answerRequests({ 'POST /v1/shared': { status: 404, body: { code: 'link_not_found' } } });
  await visit('#secret-of-the-link');
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('This link does not work')).toBeTruthy();
  expect(sent).toMatchObject([{ path: '/v1/shared', body: { link: 'secret-of-the-link' } }]);
});

test('the secret survives a re-render of the page', async () => {
  const { unmount } = await visit('#secret-of-the-link');
  unmount();
  await renderPart(<PackLinkPage />);
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  expect(JSON.stringify(window.history.state)).not.toContain('secret-of-the-link');
});

test('another link in the same tab replaces the first', async () => {
  const sent = answerRequests({ 'POST /v1/shared': { status: 404, body: { code: 'link_not_found' } } });
  await visit('#first');
  window.history.replaceState(null, '', '/console/shared#second');
  act(() => void window.dispatchEvent(new Event('hashchange')));
  expect(window.location.hash).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(sent).toMatchObject([{ body: { link: 'second' } }]);
});

test('a URL without its last part says what is missing, even after another link', async () => {
  await visit('');
  expect(await screen.findByText('This address is incomplete')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
