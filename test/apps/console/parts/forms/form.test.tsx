import { ApiProblem } from '@scangate/client';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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

test('the parts of a refusal stand at their fields, by JSON Pointer', () => {
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
