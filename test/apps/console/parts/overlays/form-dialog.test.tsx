// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';

const Rename = ({ onClose }: { onClose: () => void }) => {
  const act = useApiAction('change-organization');
  return (
    <FormDialog
      title="Rename"
      submit="Save"
      draft={useDraft('name', '')}
      errorsIn={(name) => ({ name: name === '' })}
      act={act}
      send={(name) => act.run({ body: { name } })}
      onClose={onClose}
    >
      {({ value, onChange, errors }) => (
        <TextField
          label="Name"
          value={value}
          onChange={onChange}
          error={errors.name ? 'Enter a name.' : undefined}
        />
      )}
    </FormDialog>
  );
};

const Page = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Rename onClose={() => setOpen(false)} />}
    </>
  );
};

const open = async (answers: Answers) => {
  await renderPart(<Page />, { client: clientOf(answers) });
  const opener = screen.getByRole('button', { name: 'Open' });
  const again = async () => {
    await userEvent.click(opener);
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    return { field: dialog.getByRole('textbox') as HTMLInputElement, save, dialog };
  };
  return { opener, again };
};

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('success clears the input, closes, and returns the focus', async () => {
  const { opener, again } = await open({ 'change-organization': () => ({}) });
  const { field, save } = await again();
  await userEvent.type(field, 'Acme');
  await save();
  await isClosed();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect((await again()).field.value).toBe('');
});

test('a refusal and a closed dialog keep the input', async () => {
  const { again } = await open({
    'change-organization': () => {
      throw new ApiProblem(403, new Headers(), { code: 'forbidden' });
    },
  });
  const { field, save, dialog } = await again();
  await save();
  expect(dialog.getByText('Enter a name.')).toBeTruthy();
  await userEvent.type(field, 'Acme');
  await save();
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(field.value).toBe('Acme');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await isClosed();
  expect((await again()).field.value).toBe('Acme');
});
