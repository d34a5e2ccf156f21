import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveOnPage, problemPage } from '#runtime/http/pages.ts';
import { sessionPage, sessionPagePolicy } from '#runtime/http/session-page.ts';
import { Problem } from '@scangate/domain/problem';

test('the policy of the page permits its one script, and nothing of another origin', () => {
  const scripts = [...sessionPage.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(1);
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64');
  expect(sessionPagePolicy).toBe(
    `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(sessionPage).not.toMatch(/innerHTML|eval|https?:/);
});

test('what a page shows is text', () => {
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
