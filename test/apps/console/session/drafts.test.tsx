import { act, cleanup, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';

test('a draft survives a reload of the page, until it is cleared', () => {
  const first = renderHook(() => useDraft('gate', { threshold: 'critical' }));
  expect(first.result.current.isChanged).toBe(false);
  act(() => first.result.current.set({ threshold: 'high' }));
  first.unmount();

  const second = renderHook(() => useDraft('gate', { threshold: 'critical' }));
  expect(second.result.current).toMatchObject({ value: { threshold: 'high' }, isChanged: true });
  act(() => second.result.current.clear());
  expect(second.result.current.value).toEqual({ threshold: 'critical' });
  expect(sessionStorage.length).toBe(0);
});

test('a draft belongs to one person in one organization: it is not found after a switch or another sign-in', async () => {
  const Field = () => {
    const { value, set } = useDraft('policy', 'none');
    return (
      <button type="button" onClick={() => set('mine')}>
        {value}
      </button>
    );
  };
  const shownTo = async (personId: string, organizationId: string): Promise<HTMLElement> => {
    const session = sessionOf({
      person: { personId, email: 'ada@example.com' },
      organization: { organizationId, name: 'Acme', isClient: false },
    });
    cleanup();
    await renderPart(<Field />, { session });
    return screen.getByRole('button');
  };
  const first = await shownTo('p1', 'o1');
  act(() => first.click());
  expect((await shownTo('p1', 'o1')).textContent).toBe('mine');
  expect((await shownTo('p1', 'o2')).textContent).toBe('none');
  expect((await shownTo('p2', 'o1')).textContent).toBe('none');
});

test('an altered draft is ignored, and a full storage does not stop typing', () => {
  sessionStorage.setItem('scangate:draft:gate', '{');
  const { result } = renderHook(() => useDraft('gate', 'initial'));
  expect(result.current.value).toBe('initial');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => result.current.set('typed'));
  expect(result.current.value).toBe('typed');
  full.mockRestore();
});
