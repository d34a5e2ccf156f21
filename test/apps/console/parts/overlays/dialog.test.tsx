import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/console/render-part.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';

const onConfirm = vi.fn<() => void>();

const Delete = ({ problem }: { problem?: unknown }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete Acme?"
        confirm="Delete for good"
        danger
        typeToConfirm="Acme"
        onConfirm={onConfirm}
        problem={problem}
      />
    </>
  );
};

describe('a confirmation', () => {
  test('is refused until the name is typed, even by Enter', async () => {
    onConfirm.mockClear();
    await renderPart(<Delete />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const field = await screen.findByRole('textbox', { name: /Type “Acme” to confirm/ });
    await userEvent.type(field, 'acme{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, 'Acme');
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  test('closes by Escape and forgets what was typed', async () => {
    await renderPart(<Delete />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.type(await screen.findByRole('textbox'), 'Acme');
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(((await screen.findByRole('textbox')) as HTMLInputElement).value).toBe('');
  });

  test('shows the refusal in the dialog', async () => {
    await renderPart(<Delete problem={new Error('x')} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This part of the page failed');
  });
});

describe('a name with a bidirectional control character', () => {
  const name = 'shop\u202Egpj';

  test.each([name, 'shop[U+202E]gpj'])('is shown with a mark, and confirmed by %j', async (typed) => {
    onConfirm.mockClear();
    await renderPart(
      <ConfirmDialog
        open
        onClose={() => undefined}
        title={`Remove ${name}?`}
        confirm="Remove"
        typeToConfirm={name}
        onConfirm={onConfirm}
      />,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Remove shop[U+202E]gpj?' });
    expect(dialog.textContent).not.toContain('\u202E');
    const field = screen.getByRole('textbox', { name: /Type “shop\[U\+202E\]gpj” to confirm/ });
    fireEvent.change(field, { target: { value: typed } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});
