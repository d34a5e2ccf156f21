import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';

const Sessions = () => {
  const reading = useRead('list-sessions');
  return (
    <Panel title="Sessions" reading={reading} isEmpty={({ items }) => items.length === 0} empty={<p>None</p>}>
      {({ items }) => <p>{items.map(({ sessionId }) => sessionId).join()}</p>}
    </Panel>
  );
};

describe('a panel shows each state of its data', () => {
  test('loading, which is announced and reserves the space', async () => {
    await renderPart(<Sessions />);
    expect(screen.getByRole('status').textContent).toBe('Loading…');
  });

  test('rows', async () => {
    const client = clientOf({ 'list-sessions': () => ({ items: [{ sessionId: 's1' }] }) });
    await renderPart(<Sessions />, { client });
    expect(await screen.findByText('s1')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Sessions' })).toBeTruthy();
  });

  test('empty', async () => {
    await renderPart(<Sessions />, { client: clientOf({ 'list-sessions': () => ({ items: [] }) }) });
    expect(await screen.findByText('None')).toBeTruthy();
  });

  test('an answer that takes five seconds can be canceled, and requested again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderPart(<Sessions />);
    await act(async () => vi.advanceTimersByTime(5_000));
    vi.useRealTimers();
    await act(async () => screen.getByRole('button', { name: 'Cancel' }).click());
    expect(await screen.findByText('You stopped this.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('failed, and then successful', async () => {
    let fails = true;
    const client = clientOf({
      'list-sessions': () => {
        if (fails) throw new Error('x');
        return { items: [{ sessionId: 's1' }] };
      },
    });
    await renderPart(<Sessions />, { client });
    fails = false;
    (await screen.findByRole('button', { name: 'Try again' })).click();
    await waitFor(() => expect(screen.getByText('s1')).toBeTruthy());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
