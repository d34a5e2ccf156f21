// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { IssueDialog } from '@scangate/console/routes/tokens/issue-dialog.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

test('a token is shown once, with Copy, and is neither stored nor part of the URL', async () => {
  const secret = 'sgp_shown-once';
  let isClosed = false;
  const client = clientOf({
    'issue-token': () => ({ tokenId: 't1', token: secret }),
    'list-repositories': () => ({ items: [] }),
  });
  const { history } = await renderPart(<IssueDialog onClose={() => void (isClosed = true)} />, { client });
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(form.getByRole('radio', { name: /Personal/ }));
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'laptop');
  await userEvent.click(form.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('Copy the token now')).toBeTruthy();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(new RegExp(secret))).toBeTruthy();
  expect(dialog.getByRole('button', { name: /Copy/ })).toBeTruthy();
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.location.href])).not.toContain(
    secret,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'I copied it' }));
  expect(isClosed).toBe(true);
});
