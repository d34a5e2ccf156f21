// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Budget } from '@scangate/console/routes/billing/budgets/budget-draft.ts';
import { BudgetsView } from '@scangate/console/routes/billing/budgets/budgets-view.tsx';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';

interface Put {
  params: { organizationId: string };
  body: object;
}

const budget = (changes: Partial<Budget> = {}): Budget => ({
  organizationId: 'c1',
  name: 'Client',
  month: '2026-03',
  core: { soft: 80, hard: 100 },
  used: { core: 12, sast: 3 },
  ...changes,
});

const open = async (items: Budget[], { at = '/', refuse }: { at?: string; refuse?: ApiProblem } = {}) => {
  const puts: Put[] = [];
  const client = clientOf({
    'list-budgets': () => ({ items }),
    'set-budget': ((input: Put) => {
      puts.push(input);
      if (refuse) throw refuse;
      return budget();
    }) as never,
  });
  const organizations = [
    { organizationId: 'o1', name: 'Acme' },
    { organizationId: 'c2', name: 'Other client' },
  ];
  await renderPart(<BudgetsView />, { client, at, session: sessionOf({ organizations }) });
  const requests = () => puts.map(({ params, body }) => ({ params, body }));
  const type = async (label: string, value: string) => {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (value !== '') await userEvent.type(field, value);
  };
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  return { requests, type, save };
};

test('what is spent is shown beside the limits, and the worse pool determines the state', async () => {
  await open([
    budget(),
    budget({ organizationId: 'c3', name: 'Soft', used: { core: 80, sast: 0 } }),
    budget({ organizationId: 'c4', name: 'Full', sast: { hard: 3 } }),
  ]);
  const [, ...rows] = await screen.findAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Within12 of 100, mail at 803'),
    expect.stringContaining('Soft limit reached80 of 100, mail at 80'),
    expect.stringContaining('Used up12 of 100, mail at 803 of 3'),
  ]);
  expect(screen.getByText('Spent in March 2026, net of refunds.')).toBeTruthy();
});

test('a budget is set for an organization by its id, once for a double click', async () => {
  const { requests, type } = await open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Set a budget' }));
  await userEvent.type(await screen.findByLabelText(/^Organization id/), 'c9');
  await type('Core credits, hard limit', '50');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests()).toEqual([{ params: { organizationId: 'c9' }, body: { core: { hard: 50 }, sast: {} } }]);
});

test('an organization of the user is chosen by its name', async () => {
  const { requests, type, save } = await open([], { at: '/?budget=new' });
  await userEvent.selectOptions(await screen.findByLabelText('Client organization'), 'Other client');
  await type('SAST credits, soft limit', '5');
  await save();
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]?.params).toEqual({ organizationId: 'c2' });
});

test('a soft limit above the hard one, and a budget without any limit, are not sent', async () => {
  const { requests, type, save } = await open([budget()], { at: '/?budget=c1' });
  await type('Core credits, soft limit', '101');
  await save();
  await screen.findByText('The soft limit must not exceed the hard limit.');
  await type('Core credits, soft limit', '');
  await type('Core credits, hard limit', '');
  await save();
  await screen.findByText('Enter at least one limit.');
  expect(requests()).toEqual([]);
});

test('a refused limit is marked at its field, and an unknown organization is named', async () => {
  const detail = 'No client organization has this id.';
  const errors = [{ pointer: '/core/hard', code: 'validation_failed', detail: 'Too much.' }];
  const refuse = new ApiProblem(422, new Headers(), { code: 'validation_failed', detail, errors });
  const { type, save } = await open([budget()], { at: '/?budget=c1', refuse });
  await type('Core credits, hard limit', '90');
  await save();
  await screen.findByText('Too much.');
  expect(screen.getByText(detail)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Core credits, hard limit'));
});

test('a budget is removed after a confirmation', async () => {
  const { requests } = await open([budget()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for the budget of Client' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(requests()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove budget' }));
  await waitFor(() => expect(requests()).toEqual([{ params: { organizationId: 'c1' }, body: {} }]));
});
