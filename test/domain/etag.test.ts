import { expect, test } from 'vitest';
import { etagMismatch, etagOf, requireIfMatch } from '@scangate/domain/etag';

const record = { version: 7 };

test.each([etagOf(record), '*'])('a change with If-Match %s is permitted', (ifMatch) => {
  expect(() => requireIfMatch(ifMatch, etagOf(record), 'bundle')).not.toThrow();
});

test.each([etagOf({ version: 6 }), '7', '', 'W/"7"'])('a change with If-Match %j is refused', (ifMatch) => {
  expect(() => requireIfMatch(ifMatch, etagOf(record), 'bundle')).toThrow(etagMismatch('bundle'));
});

test('a change without If-Match gets an error that names what to send', () => {
  expect(() => requireIfMatch(undefined, etagOf(record), 'bundle')).toThrow(
    expect.objectContaining({
      code: 'precondition_required',
      members: expect.objectContaining({ detail: 'Send the ETag of the bundle as If-Match.' }),
    }),
  );
});
