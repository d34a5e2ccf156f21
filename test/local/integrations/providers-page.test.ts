import { expect, test } from 'vitest';
import { providersPage } from '#local/integrations/providers-page.ts';

test('no part of a message, an issue or a comment becomes markup', () => {
  const evil = '<script>alert(1)</script>"\'&';
  const below = [{ title: evil, text: evil, at: evil }];
  const items = [{ title: evil, text: evil, state: evil, at: evil, below }];
  const page = providersPage([{ name: evil, sections: [{ title: evil, items }] }]);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  expect(page).toContain("default-src 'none'");
});

test('a channel without messages says so', () => {
  expect(providersPage([{ name: 'slack', sections: [{ title: '#security', items: [] }] }])).toContain(
    'Nothing yet.',
  );
});
