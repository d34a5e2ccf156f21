import { expect, test } from 'vitest';
import { recheckOpenWaitsNow } from '#app/scans/waiting/recheck-open-waits.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon } from '#test/support/world.ts';

test('waits that cannot be told now do not fail the request that ended a credential, and the log says so', async () => {
  const warnings: unknown[] = [];
  const log = {
    ...silentLog,
    warn: (message: string, fields?: object) => void warnings.push([message, fields]),
  };
  const list = () => Promise.reject(new Error('no answer'));
  await recheckOpenWaitsNow('organization', { store: { list } as never, log }, noon);
  expect(warnings).toMatchObject([
    ['open waits are told later', { organizationId: 'organization', reason: 'no answer' }],
  ]);
});
