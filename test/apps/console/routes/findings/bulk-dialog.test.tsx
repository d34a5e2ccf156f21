import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { BulkDialog } from '@scangate/console/routes/findings/bulk-dialog.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

test('a reason typed before the policy is loaded does not stop the day from following it', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const client = clientOf({
    'get-gate': async () => {
      await answered;
      return { maxWaiverDays: 7 };
    },
  });
  await renderPart(
    <BulkDialog
      action="waive"
      keys={new Set(['f1'])}
      people={[]}
      titles={new Map()}
      onClose={() => undefined}
    />,
    { client },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A sample');
  answer();
  await screen.findByText('At most 7 days from now.');
  const sixDays = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
  expect(screen.getByLabelText<HTMLInputElement>(/Last day/).value).toBe(sixDays);
});
