import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderPart } from '#test/support/console/render-part.tsx';
import { FilterBar, type Filter } from '@scangate/console/parts/tables/filter-bar.tsx';
import { calendarDay, choices, option, text } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';

const levels = ['critical', 'high'] as const;
const options = levels.map((value) => ({ value, label: value }));
const spec = {
  q: text(),
  severity: choices(levels),
  kind: option(levels),
  from: calendarDay(),
  to: calendarDay(),
};

const filters: readonly Filter[] = [
  { kind: 'text', name: 'q', label: 'Branch' },
  { kind: 'choices', name: 'severity', label: 'Severity', options, counts: { critical: 3 } },
  { kind: 'choice', name: 'kind', label: 'Kind', options },
  { kind: 'period', from: 'from', to: 'to', label: 'Period' },
];

const Filters = () => {
  const [values, set] = useUrlState(spec);
  return (
    <>
      <FilterBar filters={filters} values={values} onChange={set} />
      <output>{JSON.stringify(values)}</output>
    </>
  );
};

const visit = (search = '') => renderPart(<Filters />, { at: `/${search}` });

describe('filters are part of the URL', () => {
  test('a typed text, after a pause, and without a history entry per letter', async () => {
    const { history } = await visit();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Branch' }), 'main');
    await waitFor(() => expect(history.location.search).toBe('?q=main'));
    expect(history.length).toBe(1);
  });

  test('several choices with their counts', async () => {
    const { history } = await visit('?other=1');
    await userEvent.click(screen.getByRole('button', { name: 'Severity' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /critical/ }));
    expect(history.location.search).toBe('?other=1&severity=critical');
    expect(screen.getByRole('menuitemcheckbox', { name: /critical/ }).textContent).toBe('critical3');
  });

  test('one choice and a day', async () => {
    const { history } = await visit();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'high');
    expect(history.location.search).toBe('?kind=high');
  });

  test('a link shows the filters of its URL, without unknown ones', async () => {
    await visit('?severity=high&severity=tomorrow&kind=x&from=2026-03-02&to=never');
    const shown = JSON.parse(screen.getByRole('status').textContent ?? '') as object;
    expect(shown).toEqual({ q: '', severity: ['high'], kind: '', from: '2026-03-02', to: '' });
    expect(screen.getByRole('button', { name: 'Severity: high' })).toBeTruthy();
  });

  test('clearing removes all filters, and keeps the rest of the URL', async () => {
    const { history } = await visit('?severity=high&q=main&tab=fixed');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(history.location.search).toBe('?tab=fixed');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});
