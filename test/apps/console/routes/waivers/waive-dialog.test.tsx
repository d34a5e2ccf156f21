import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { WaiveDialog } from '@scangate/console/routes/waivers/waive-dialog.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

beforeEach(() => sessionStorage.clear());

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Opens the dialog before the policy has answered. */
const open = async () => {
  const calls: { name: string; input: { body?: { expiresAt: string } } }[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const client = clientOf(
    {
      'get-gate': async () => {
        await answered;
        return { maxWaiverDays: 7 };
      },
      'create-waiver': () => ({ status: 'active' }),
    },
    calls as never,
  );
  await renderPart(
    <WaiveDialog
      finding={{ fingerprint: 'f1', kind: 'code', projectUnitId: 'u1' }}
      repositoryId="r1"
      onClose={() => undefined}
    />,
    { client },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A sample');
  return {
    day: () => screen.getByLabelText<HTMLInputElement>(/Last day/),
    answerPolicy: async () => {
      answer();
      await screen.findByText('At most 7 days from now.');
    },
    sent: () => calls.find(({ name }) => name === 'create-waiver')?.input.body?.expiresAt,
  };
};

test('a reason typed before the policy is loaded does not stop the day from following it', async () => {
  const { day, answerPolicy, sent } = await open();
  expect(day().value).toBe(inDays(30));
  await answerPolicy();
  expect(day().value).toBe(inDays(6));
  await userEvent.click(screen.getByRole('button', { name: 'Waive' }));
  await waitFor(() => expect(sent()?.slice(0, 10)).toBe(inDays(6)));
});

test('a chosen day stays when the policy is loaded', async () => {
  const { day, answerPolicy } = await open();
  await userEvent.clear(day());
  await userEvent.type(day(), inDays(3));
  await answerPolicy();
  expect(day().value).toBe(inDays(3));
});
