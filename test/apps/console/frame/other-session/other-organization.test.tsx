import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { OtherOrganization } from '@scangate/console/frame/other-session/other-organization.tsx';

const other = { organizationId: 'o2', name: 'Globex\u202E' };
const session = sessionOf({ organizations: [{ organizationId: 'o1', name: 'Acme' }, other] });

test('a link into another organization of the person asks before it switches', async () => {
  const calls: { name: string; input: unknown }[] = [];
  const refresh = vi.fn<() => Promise<void>>(async () => undefined);
  const client = clientOf({ 'switch-organization': () => undefined }, calls);
  await renderPart(<OtherOrganization organizationId="o2" />, { session, client, refresh });
  expect(screen.getByRole('heading', { name: 'You are signed in to Acme' })).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Globex[U+202E]' }));
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  expect(calls).toEqual([{ name: 'switch-organization', input: { body: { organizationId: 'o2' } } }]);
});

test('a link into an organization without membership says so, and only leads back', async () => {
  const { history } = await renderPart(<OtherOrganization organizationId="o3" />, { session });
  expect(screen.getByText(/another organization, of which you are not a member/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stay in Acme' }));
  expect(history.location.pathname).toBe('/console/o/o1');
});
