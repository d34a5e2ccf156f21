import { expect, test } from 'vitest';
import { compileEventPattern } from '@scangate/emulator-aws/events/event-pattern';

test('a pattern matches exact values, prefixes, presence and exclusion, in nested fields', () => {
  const matches = compileEventPattern({
    source: ['aws.states', { prefix: 'own.' }],
    detail: { status: [{ 'anything-but': ['RUNNING', 'SUCCEEDED'] }], error: [{ exists: true }] },
  });
  expect(matches({ source: 'aws.states', detail: { status: 'FAILED', error: null } })).toBe(true);
  expect(matches({ source: 'own.thing', detail: { status: 'FAILED', error: 'x' } })).toBe(true);
  expect(matches({ source: 'aws.states', detail: { status: 'RUNNING', error: 'x' } })).toBe(false);
  expect(matches({ source: 'aws.states', detail: { status: 'FAILED' } })).toBe(false);
  expect(matches({ source: 'aws.s3', detail: { status: 'FAILED', error: 'x' } })).toBe(false);
  expect(() => compileEventPattern({ source: [{ wildcard: '*' }] })).toThrow('the event filter');
});
