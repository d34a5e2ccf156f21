import { expect, test } from 'vitest';
import { freeBuffer } from '#app/free-buffer.ts';

test('the memory of a large piece is given back, whatever part of it is meant', () => {
  const whole = Buffer.alloc(2_000_000, 1);
  freeBuffer(whole.subarray(10, 20));
  expect(whole.buffer.byteLength).toBe(0);
  expect(whole).toHaveLength(0);
});

test('a small piece, which others may share, is left alone', () => {
  const small = Buffer.from('shared');
  freeBuffer(small);
  expect(small.toString()).toBe('shared');
});
