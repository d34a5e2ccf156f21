import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDraft } from '@scangate/console/session/drafts.ts';

test('a draft stays over a reload of the page, until it is cleared', () => {
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

test('an altered draft is none, and a full storage stops nobody from typing', () => {
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
