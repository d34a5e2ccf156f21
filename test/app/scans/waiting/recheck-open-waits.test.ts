import { expect, test } from 'vitest';
import { recheckOpenWaitsNow } from '#app/scans/waiting/recheck-open-waits.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon } from '#test/support/world.ts';

test('open waits that cannot be notified do not fail the request that ended a credential, and are logged', async () => {
  const warnings: unknown[] = [];
  const log = {
    ...silentLog,
    warn: (message: string, fields?: object) => void warnings.push([message, fields]),
  };
  const list = () => Promise.reject(new Error('no answer'));
  await recheckOpenWaitsNow('organization', { store: { list } as never, log }, noon);
  expect(warnings).toMatchObject([
    ['open waits will be notified later', { organizationId: 'organization', reason: 'no answer' }],
  ]);
});
