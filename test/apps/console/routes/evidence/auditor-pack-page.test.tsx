// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackList } from '@scangate/console/routes/evidence/auditor-pack-list.tsx';
import PackPage from '@scangate/console/routes/evidence/auditor-pack-page.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const packOf = (state: string) => ({
  packId: 'k1',
  from: '2026-01-01',
  to: '2026-02-01',
  state,
  links: [],
  requestedAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-08T12:00:00.000Z',
});

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test.each([
  ['its page', 'get-auditor-pack', PackPage],
  ['the list', 'list-auditor-packs', PackList],
])(
  'a pack that is being made is polled every 10 seconds by %s, until it is ready',
  async (_by, name, Part) => {
    let reads = 0;
    const answer = () => {
      reads += 1;
      const pack = packOf(reads < 3 ? 'running' : 'ready');
      return name === 'get-auditor-pack' ? pack : { items: [pack] };
    };
    await renderPart(<Part />, { client: clientOf({ [name]: answer }) });
    await screen.findByText('In progress');
    await after(11);
    expect(reads).toBe(2);
    await after(10);
    expect(await screen.findByText('Ready')).toBeTruthy();
    await after(60);
    expect(reads).toBe(3);
  },
);
