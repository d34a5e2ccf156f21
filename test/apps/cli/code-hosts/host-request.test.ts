import { describe, expect, test } from 'vitest';
import { hostCalls } from '@scangate/cli/code-hosts/host-request';

const answering = (answer: () => Response) =>
  hostCalls('GitHub', { fetch: async () => answer(), headers: { Authorization: 'Bearer canary' } });
const get = { method: 'GET', url: 'https://host.example/x' } as const;

test('an answer is the JSON of the host, in whatever chunks it arrives', async () => {
  const bytes = new TextEncoder().encode('{"name":"Ärger"}');
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(await answering(() => new Response(ReadableStream.from(pieces)))(get)).toEqual({ name: 'Ärger' });
});

describe('a failing host', () => {
  test('that never stops answering is read to the limit, and no further', async () => {
    let pieces = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
      cancel: () => void (isCancelled = true),
    });
    await expect(answering(() => new Response(endless))(get)).rejects.toThrow('did not answer with JSON');
    expect(pieces).toBeLessThan(20);
    expect(isCancelled).toBe(true);
  });

  test.each([
    ['HTML', () => new Response('<html>'), 'did not answer with JSON'],
    ['a refusal', () => Response.json({ message: 'no' }, { status: 403 }), 'GitHub answers 403: no'],
    ['a refusal without a message', () => new Response(null, { status: 502 }), 'GitHub answers 502'],
    [
      'an answer that breaks off',
      () => new Response(new ReadableStream({ pull: (c) => c.error(new Error('x')) })),
      'cannot be reached',
    ],
  ])('that answers %s is named, without the credential', async (_what, answer, message) => {
    const failure = await answering(answer)(get).catch((error: unknown) => error as Error);
    expect(String(failure)).toContain(message);
    expect(String(failure)).not.toContain('canary');
  });
});
