import { ApiProblem } from '@scangate/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/console/render-part.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';

const refused = new ApiProblem(422, new Headers(), {
  code: 'validation_failed',
  errors: [
    { pointer: '/match/ref', code: 'too_wide', detail: 'This is too wide.', hint: 'Name a branch.' },
    { pointer: '/name', code: 'too_long', detail: 'At most 100 characters.' },
  ],
});

test('each error of a refusal is shown at its field, by JSON Pointer', () => {
  expect(errorAt(refused, '/name')).toBe('At most 100 characters.');
  expect(errorAt(refused, '/match')).toBe('This is too wide. Name a branch.');
  expect(errorAt(refused, '/na')).toBeUndefined();
  expect(errorAt(new Error('x'), '/name')).toBeUndefined();
});

test('the focus moves to the first field that was refused, and the input stays', async () => {
  await renderPart(
    <Form onSubmit={() => undefined} problem={refused} actions={null}>
      <TextField label="Branch" value="main" onChange={() => undefined} />
      <TextField label="Name" value="mine" onChange={() => undefined} error={errorAt(refused, '/name')} />
    </Form>,
  );
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(field);
  expect((field as HTMLInputElement).value).toBe('mine');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('At most 100 characters.');
});

test('the focus moves to the first field that the form itself refuses, at each try', async () => {
  const Refusing = () => {
    const [error, setError] = useState<string>();
    return (
      <Form onSubmit={() => setError('Enter a name.')} actions={<button type="submit">Send</button>}>
        <TextField label="Branch" value="main" onChange={() => undefined} />
        <TextField label="Name" value="" onChange={() => undefined} error={error} />
      </Form>
    );
  };
  await renderPart(<Refusing />);
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await send();
  expect(document.activeElement).toBe(name);
  await send();
  expect(document.activeElement).toBe(name);
});

test('a refusal that belongs to no field is scrolled into view', async () => {
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  await renderPart(
    <Form onSubmit={() => undefined} problem={new Error('x')} actions={null}>
      <TextField label="Name" value="mine" onChange={() => undefined} />
    </Form>,
  );
  expect(shown).toHaveLength(1);
  expect(shown[0]?.textContent).toContain('This part of the page failed');
});
