import { ApiProblem } from '@scangate/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';
import ConnectRepositoryPage from '@scangate/console/routes/connect-repository/connect-repository-page.tsx';

const refuse = (status: number, members: Record<string, unknown>) => (): never => {
  throw new ApiProblem(status, new Headers(), members);
};

const url = 'https://github.com/acme/shop';

const toSecondStep = async (answers: Answers) => {
  const check = () => ({ provider: 'github', defaultBranch: 'main' });
  const calls: { name: string; input: unknown }[] = [];
  await renderPart(<ConnectRepositoryPage />, {
    client: clientOf({ 'check-repository': check, ...answers }, calls),
  });
  await userEvent.type(screen.getByRole('textbox', { name: /URL/ }), url);
  await userEvent.click(screen.getByRole('button', { name: 'Test access' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'acme/other');
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
  return calls.filter(({ name }) => name === 'connect-repository');
};

test.each([
  [
    'entitlement_denied',
    { detail: 'Team connects at most 20 repositories.' },
    'Team connects at most 20 repositories.',
  ],
  ['seat_license_required', { limit: 5, month: '2026-03' }, 'All 5 licenses of March 2026 are taken.'],
  ['payment_failed', {}, 'Scans resume as soon as the open invoices are paid.'],
])('refused with 402 %s, the wizard says what helps and keeps each field', async (code, members, words) => {
  const sent = await toSecondStep({ 'connect-repository': refuse(402, { code, ...members }) });
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('acme/other');
  expect(sent).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Test another URL' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /URL/ }).value).toBe(url);
});

test('a password typed into the URL is refused at once, and never stored in the browser', async () => {
  await renderPart(<ConnectRepositoryPage />, { client: clientOf({}) });
  const kept: string[] = [];
  for (const letter of 'https://oauth2:ghp_SECRET@github.com/o/r') {
    await userEvent.type(screen.getByRole('textbox', { name: /URL/ }), letter);
    kept.push(JSON.stringify({ ...sessionStorage }));
  }
  expect(kept.filter((storage) => /ghp|oauth2/.test(storage))).toEqual([]);
  expect(screen.getByText(/Leave out user name and password/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Test access' }).getAttribute('aria-disabled')).toBe('true');
});
