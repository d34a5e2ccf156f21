import { expect, test } from 'vitest';
import { laterRefunds } from '@scangate/domain/scans/reuse/later-refunds';

const asked = (request: object, repository: object) =>
  laterRefunds({ request } as never, { repository } as never)?.reason;

test('a creation says that unchanged units are refunded, unless there is nothing to reuse', () => {
  expect(asked({}, {})).toBe('unchanged_units');
  expect(asked({}, { reuse: 'off' })).toBeUndefined();
  expect(asked({ sbom: {} }, {})).toBeUndefined();
  expect(asked({ lockfile: { path: 'a', content: '' } }, {})).toBeUndefined();
});
