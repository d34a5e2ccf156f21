import { expect, test } from 'vitest';
import { freeBuffer } from '#app/free-buffer.ts';

test('the memory of a large buffer is freed, whichever view of it is passed', () => {
  const whole = Buffer.alloc(2_000_000, 1);
  freeBuffer(whole.subarray(10, 20));
  expect(whole.buffer.byteLength).toBe(0);
  expect(whole).toHaveLength(0);
});

test('a small buffer, whose memory others may share, is not freed', () => {
  const small = Buffer.from('shared');
  freeBuffer(small);
  expect(small.toString()).toBe('shared');
});
