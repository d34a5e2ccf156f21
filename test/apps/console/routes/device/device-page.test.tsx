import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';
import DevicePage from '@scangate/console/routes/device/device-page.tsx';

const visit = async (status: 'approved' | 'denied') => {
  const calls: { name: string; input: unknown }[] = [];
  await renderPart(<DevicePage />, {
    client: clientOf({ 'decide-device-login': () => ({ status }) }, calls),
  });
  return calls;
};

test('approves by the code, with the scopes of the session only', async () => {
  const calls = await visit('approved');
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), ' bcdf-ghjk ');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.getByText(/The command line is approved/)).toBeTruthy());
  expect(calls).toMatchObject([
    {
      name: 'decide-device-login',
      input: { body: { userCode: 'bcdf-ghjk', scopes: ['scans:read', 'tokens:write'], expiresInDays: 90 } },
    },
  ]);
});

test('shows every scope that is granted, and for how many days', async () => {
  const calls = await visit('approved');
  const [first, second] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([first?.checked, second?.checked]).toEqual([true, true]);
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('90');
  await userEvent.click(second!);
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'bcdf-ghjk');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/The command line is approved/)).toBeTruthy();
  expect(calls).toMatchObject([{ input: { body: { scopes: ['scans:read'], expiresInDays: 90 } } }]);
});

test('denies, and does neither without a code', async () => {
  const calls = await visit('denied');
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'bcdf-ghjk');
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText(/The command line is denied/)).toBeTruthy();
  expect(calls).toMatchObject([{ input: { body: { userCode: 'bcdf-ghjk', deny: true } } }]);
});
