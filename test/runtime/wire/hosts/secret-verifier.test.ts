import { afterEach, expect, test, vi } from 'vitest';
import { livenessContracts } from '#test/support/liveness/contracts.ts';
import { wireSecretVerifier } from '#runtime/wire/hosts/secret-verifier.ts';

afterEach(() => vi.unstubAllEnvs());

const emulator = 'http://127.0.0.1:4999';

const [contract] = livenessContracts();
const provider = `https://${contract?.request.host}`;

/** The origins that are asked about a secret. */
const askedHosts = async (): Promise<string[]> => {
  const hosts: string[] = [];
  const fetch = () => async (url: string) => {
    hosts.push(new URL(url).origin);
    return new Response('', { status: 401 });
  };
  const verifier = wireSecretVerifier({ fetch } as never)(1, new AbortController().signal);
  const { rule = '', secret = '' } = contract ?? {};
  expect(await verifier.verify([{ rule, secret }])).toHaveLength(1);
  return hosts;
};

test('in the local cloud secrets are sent to an emulator only, whatever the settings of a function are', async () => {
  vi.stubEnv('SECRETS_ORIGIN', emulator);
  vi.stubEnv('AWS_LAMBDA_LOG_STREAM_NAME', '2026/03/01/[$LATEST]0123456789abcdef');
  expect(await askedHosts()).toEqual([provider]);
  vi.stubEnv('AWS_LAMBDA_LOG_STREAM_NAME', 'local');
  expect(await askedHosts()).toEqual([emulator]);
  vi.stubEnv('SECRETS_ORIGIN', '');
  expect(await askedHosts()).toEqual([provider]);
});
