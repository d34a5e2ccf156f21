import { ApiProblem } from '@scangate/client';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { useList } from '@scangate/console/session/use-list.ts';

interface Named {
  repositoryId: string;
}

const columns = [{ key: 'id', title: 'Id', cell: ({ repositoryId }: Named) => repositoryId }];

const Repositories = () => {
  const reading = useList('list-repositories');
  return (
    <Panel reading={reading}>
      {(items) => (
        <Table
          label="Rows"
          columns={columns}
          rows={items}
          rowKey={({ repositoryId }) => repositoryId}
          onEnd={reading.onEnd}
        />
      )}
    </Panel>
  );
};

const pageSize = 50;

/** A list of pages behind cursors, which refuses unknown ones. */
const listOf = (count: number, firstCursor = '1') => {
  const asked: (string | undefined)[] = [];
  let next = firstCursor;
  const answer = ({ query }: { query?: { cursor?: string } }) => {
    const cursor = query?.cursor;
    asked.push(cursor);
    const at = Number(cursor ?? '0');
    if (Number.isNaN(at)) throw new ApiProblem(400, new Headers(), { code: 'invalid_cursor', detail: 'x' });
    const items = Array.from({ length: pageSize }, (_none, each) => ({
      repositoryId: `r${at * pageSize + each}`,
    }));
    const following = at === 0 ? next : String(at + 1);
    return { items, ...((at + 1) * pageSize < count && { nextCursor: following }) };
  };
  const client = clientOf({ 'list-repositories': answer as never });
  return { client, asked, mend: () => void (next = '1') };
};

describe('a list', () => {
  test('of 2,000 loads the next page when its end is near, each once', async () => {
    const { client, asked } = listOf(2_000);
    await renderPart(<Repositories />, { client });
    await screen.findByRole('table');
    await act(async () => undefined);
    expect(asked).toEqual([undefined, '1']);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  });

  test('with an altered cursor says so, asks once, and restarts with its first page on request', async () => {
    const { client, asked, mend } = listOf(2_000, 'altered');
    await renderPart(<Repositories />, { client });
    expect((await screen.findByRole('alert')).textContent).toContain('This list has changed');
    await act(async () => undefined);
    expect([asked, screen.getByText('r0').textContent]).toEqual([[undefined, 'altered'], 'r0']);
    mend();
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asked.slice(2)).toEqual([undefined, '1']);
  });
});
