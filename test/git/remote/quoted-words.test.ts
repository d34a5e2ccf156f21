import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOfSecret, quotedWords } from '@scangate/git/remote/quoted-words';

const credential = { username: 'reader', secret: 'not-a-real/secret+' };
const secrets = formsOfSecret(credential);

test('messages that repeat the credential in any usual form are left out', () => {
  const pair = Buffer.from(`reader:${credential.secret}`);
  const forms = [
    credential.secret,
    credential.secret.toUpperCase(),
    encodeURIComponent(credential.secret),
    pair.toString('base64'),
    pair.toString('hex'),
    Buffer.from(credential.secret).toString('base64url'),
  ];
  for (const form of forms) expect(quotedWords(`the token ${form} is bad`, secrets)).toBe('');
  expect(quotedWords('the token is bad', secrets)).toBe(': "the token is bad"');
});

test('a quote is one short line of printable text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 1000, unit: 'grapheme' }), (text) => {
      const quote = quotedWords(text, []);
      expect([...quote].length).toBeLessThanOrEqual(204);
      expect(quote).not.toMatch(/\p{C}/u);
      if (quote !== '') expect(quote).toMatch(/^: "[^"]+"$/);
    }),
  );
});
