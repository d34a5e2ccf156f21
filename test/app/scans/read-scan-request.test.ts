import { expect, test } from 'vitest';
import { readScanRequest } from '#app/scans/read-scan-request.ts';
import { testIds } from '#test/support/world.ts';

test('commits are compared and stored in lower case, however they are sent', async () => {
  const [commitHash, baseCommitHash] = ['AB'.repeat(20), 'CD'.repeat(20)];
  const body = { repositoryId: testIds.uuid(), commitHash, baseCommitHash };
  const { request } = await readScanRequest('organization', { body }, {} as never);
  expect(request).toEqual({
    ...body,
    commitHash: commitHash.toLowerCase(),
    baseCommitHash: baseCommitHash.toLowerCase(),
  });
});
