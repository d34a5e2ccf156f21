// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import ReturnPage from '@scangate/console/routes/billing/return-page.tsx';
import { renderPart } from '#test/support/console/render-part.tsx';

const returned = async (at: string): Promise<string> => {
  const { history } = await renderPart(<ReturnPage />, { at });
  await waitFor(() => expect(history.location.pathname).not.toBe('/console/billing'));
  return history.location.href;
};

test('the return from the payment page leads to the billing of the organization, and shows the outcome', async () => {
  expect(await returned('/billing?checkout=success')).toBe('/console/o/o1/billing?checkout=success');
  expect(await returned('/billing?checkout=cancelled')).toBe('/console/o/o1/billing?checkout=cancelled');
});

test('a return without an outcome leads there, too', async () => {
  expect(await returned('/billing')).toBe('/console/o/o1/billing');
});
