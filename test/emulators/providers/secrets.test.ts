import { expect, test } from 'vitest';
import { secrets, type SecretRead } from '@scangate/emulator-providers/secrets/server';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';

const read: SecretRead = {
  kind: 'acme',
  request: {
    method: 'GET',
    host: 'api.acme.example',
    path: '/v1/me',
    headers: { authorization: 'Bearer {secret}', version: '1' },
  },
  live: { status: 200, body: { id: 1 } },
  refused: { status: 401, body: { error: 'bad token' } },
};
const opened = () => openEmulator(secrets([read, { ...read, kind: 'other' }]), () => new Date(0));
const at = 'https://emulator.example/api.acme.example/v1/me';
const headers = (secret: string) => ({ authorization: `Bearer ${secret}`, version: '1' });
const status = async ({ fetch }: ReturnType<typeof opened>, secret: string): Promise<number> =>
  (await fetch(at, { headers: headers(secret) })).status;

test('a secret is refused until an answer is configured, and gets that answer from then on', async () => {
  const emulator = opened();
  expect(await status(emulator, 'one')).toBe(401);
  emulator.perform('answer', { secret: 'one', answer: 'live' });
  expect([await status(emulator, 'one'), await status(emulator, 'two')]).toEqual([200, 401]);
  emulator.perform('answer', { secret: 'one', answer: 'fails' });
  expect(await status(emulator, 'one')).toBe(500);
  emulator.perform('answer', { secret: 'one', answer: 'redirects' });
  await expect(status(emulator, 'one')).rejects.toThrow('redirected');
  expect(() => emulator.perform('answer', { secret: 'one', answer: 'perhaps' })).toThrow('Invalid option');
});

test.each([
  ['another header', { authorization: 'Bearer one', version: '2' }],
  ['no header', {}],
  ['another scheme', { authorization: 'Basic one', version: '1' }],
])('a request with %s is refused, even when the secret works', async (_, sent) => {
  const emulator = opened();
  emulator.perform('answer', { secret: 'one', answer: 'live' });
  expect((await emulator.fetch(at, { headers: sent })).status).toBe(401);
});

test('a requested secret is listed by its digest only, and never stored', async () => {
  const emulator = opened();
  emulator.perform('answer', { secret: 'very-secret', answer: 'live' });
  await status(emulator, 'very-secret');
  const [{ items } = { items: [] }] = emulator.emulator.show();
  expect(items).toMatchObject([
    { title: 'api.acme.example', text: expect.stringMatching(/^sha256:/), state: 'live' },
  ]);
  expect(JSON.stringify([items, emulator.state])).not.toContain('very-secret');
});
