import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '@scangate/domain/reports/html/html';
import {
  findingsWithText,
  hostileTexts,
  renderReport,
  scanWithText,
} from '#test/domain/reports/ended-scan.ts';
import { consoleWorld } from '#test/support/console/console-world.ts';

/** A real browser opens the page of a proof that is full of hostile text. */

const hostile = [
  ...hostileTexts,
  '<script>document.title="owned"</script>',
  '"><img src=https://evil.example.com/x onerror="document.title=\'owned\'">',
  '</style><script>document.title="owned"</script>',
  '<svg onload=document.title="owned">',
  '</title><script>document.title="owned"</script>',
  'javascript:document.title="owned"',
];

let page: Page;
const requests: string[] = [];
const consoleLines: string[] = [];

describe('the page of a proof', () => {
  beforeAll(async () => {
    page = await consoleWorld().browser.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (line) => consoleLines.push(line.text()));
    page.on('pageerror', (error) => consoleLines.push(error.message));
    page.on('dialog', (dialog) => consoleLines.push(dialog.message()));
    const text = renderReport(
      htmlReport,
      [hostile.flatMap(findingsWithText), []],
      scanWithText(hostile.join(' ')),
    );
    const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.html');
    writeFileSync(path, text);
    await page.goto(pathToFileURL(path).href, { waitUntil: 'load' });
  }, 60_000);
  afterAll(() => page?.close());

  test('loads nothing but itself, and writes nothing to the browser console', () => {
    expect(requests).toHaveLength(1);
    expect(consoleLines).toEqual([]);
  });

  test('hostile names are text: no script ran, and no element of theirs exists', async () => {
    expect(await page.title()).toMatch(/^Scangate: FAIL acme\/shop$/);
    expect(await page.locator('script, img, svg, a, iframe, object, form, link').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain('<svg onload=');
  });

  test('is styled, and prints to PDF', async () => {
    const collapsed = await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse");
    expect(collapsed).toBe('collapse');
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
