import { expect, test } from 'vitest';
import { moveOnPage, problemPage } from '#runtime/http/pages.ts';
import { Problem } from '@scangate/domain/problem';

test('a page shows texts as text', () => {
  const hostile = `"><script>alert('&')</script>`;
  const pages = [
    moveOnPage(`/console/?q=${hostile}`),
    problemPage(new Problem('sign_in_failed', { detail: hostile }), hostile),
  ];
  for (const page of pages) {
    expect(page).not.toContain('<script');
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)');
  }
});
