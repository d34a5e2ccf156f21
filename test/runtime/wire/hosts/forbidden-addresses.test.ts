import { expect, test, vi } from 'vitest';
import { wireOutbound } from '#runtime/wire/hosts/outbound.ts';

test('a connection to a forbidden address is logged and counted, without the address', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const outbound = wireOutbound();
  await expect(outbound.fetch('webhook')('https://169.254.169.254/latest')).rejects.toMatchObject({
    reason: 'address_forbidden',
  });
  const text = lines.join('');
  expect(text).toContain('a connection to a forbidden address was refused');
  expect(text).toContain('"ForbiddenAddresses":1');
  expect(text).not.toContain('169.254');
});
