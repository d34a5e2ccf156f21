import { expect, test } from 'vitest';
import { inboxPage } from '#local/control/inbox-page.ts';

test('no part of a mail becomes markup on the inbox page', () => {
  const evil = '<script>alert(1)</script>"\'&';
  const page = inboxPage([{ to: [evil], from: evil, subject: evil, text: evil, html: evil, at: evil }]);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
});
