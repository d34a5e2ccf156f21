import { expect, test } from 'vitest';
import { inboxPage } from '#local/control/inbox-page.ts';

test('no part of a mail becomes markup on the inbox page', () => {
  const evil = '<script>alert(1)</script>"\'&';
  const page = inboxPage([{ to: [evil], from: evil, subject: evil, text: evil, html: evil, at: evil }]);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
});

const pageOf = (text: string): string =>
  inboxPage([{ to: ['a@b.example'], from: 'c@d.example', subject: 's', text, html: '', at: 'now' }]);

test('a URL of this machine is a link, with its fragment and without trailing punctuation', () => {
  const url = 'http://127.0.0.1:4010/console/invitation#sgi_0123456789abcdef_XYZ';
  expect(pageOf(`Accept it at ${url}. Until tomorrow.`)).toContain(
    `Accept it at <a href="${url}" rel="noreferrer">${url}</a>. Until tomorrow.`,
  );
  expect(pageOf('http://localhost:4010/a?b=1&c=2')).toContain(
    '<a href="http://localhost:4010/a?b=1&amp;c=2"',
  );
});

test.each([
  'https://elsewhere.example/console',
  'http://127.0.0.1.elsewhere.example/x',
  'http://127.0.0.1:4010@elsewhere.example/x',
  'javascript:alert(1)',
])('no other URL is a link: %s', (text) => {
  expect(pageOf(text)).not.toContain('<a ');
});

test('text after a URL cannot break out of the link', () => {
  expect(pageOf(`http://127.0.0.1:4010/x"onclick='alert(1)'><script>`)).not.toMatch(/<script>|"onclick/);
});
