import { describe, expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { write } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const turnOn = () => {
  const { organizationId, repositoryId } = fixture.repository;
  const checks = { status: true, comment: true, annotations: false };
  const id = { organizationId, repositoryId };
  return write(world.store, [{ change: 'update', record: 'repository', id, set: { checks } }]);
};
const read = async (name: 'get-scan' | 'wait-scan', scanId: unknown) => {
  const caller = fixture.organization.as('member');
  const query: Record<string, string> = name === 'wait-scan' ? { timeout: '1' } : {};
  return (await call(name, { caller, params: { scanId: String(scanId) }, query })).body['checksBy'];
};

describe('checksBy', () => {
  test('is the service once the repository has checks, equally in creation, state and wait', async () => {
    await turnOn();
    const { body } = await create(plain());
    await end(body['scanId']);
    expect([
      body['checksBy'],
      await read('get-scan', body['scanId']),
      await read('wait-scan', body['scanId']),
    ]).toEqual(['service', 'service', 'service']);
  });

  test('is the client without checks, and stays as it was when the scan was created', async () => {
    const { body } = await create(plain());
    await turnOn();
    await end(body['scanId']);
    expect([body['checksBy'], await read('get-scan', body['scanId'])]).toEqual(['client', 'client']);
  });
});
