import { GetParameterCommand, GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import { startSsm } from '@scangate/emulator-aws/ssm/service';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

const parameters = new Map([['/scangate/one', 'first']]);
let bench: Workbench;
let server: LocalServer;
let client: SSMClient;
beforeAll(async () => {
  bench = await openWorkbench();
  server = await startSsm(parameters, bench.context);
  client = new SSMClient(clientOf(server.url));
});
afterAll(async () => {
  client.destroy();
  await server.close();
  await bench.close();
});

test('a parameter is read by its name, even one that is added later', async () => {
  expect(await readParameter(client, '/scangate/one')).toBe('first');
  expect(await readParameter(client, '/scangate/two')).toBeUndefined();
  parameters.set('/scangate/two', 'second');
  expect(await readParameter(client, '/scangate/two')).toBe('second');
});

test('a SecureString is not returned without WithDecryption', async () => {
  await expect(client.send(new GetParameterCommand({ Name: '/scangate/one' }))).rejects.toThrow(
    /WithDecryption/,
  );
});

test('an outage is an error, not a missing parameter', async () => {
  bench.faults.inject({ service: 'ssm', kind: 'error', times: 1 });
  await expect(readParameter(client, '/scangate/one')).rejects.toThrow(/injected/);
});

test('any other operation is refused by name', async () => {
  await expect(client.send(new GetParametersCommand({ Names: ['/scangate/one'] }))).rejects.toThrow(
    /not support GetParameters/,
  );
});
