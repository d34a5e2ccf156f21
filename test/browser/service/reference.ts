import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import checkedIn from '#contract/openapi.json' with { type: 'json' };
import { consoleUrl, consoleWorld } from '#test/support/console/console-world.ts';

/** A real browser opens the reference of the API, whose script computes for seconds before it shows anything. */

const patience = 120_000;

let page: Page;
const requests: string[] = [];
const consoleLines: string[] = [];
let received = 0;

const operations = Object.values(checkedIn.paths).flatMap((methods) =>
  Object.values(methods as Record<string, { operationId: string; summary: string }>),
);

describe('the reference of the API', () => {
  beforeAll(async () => {
    page = await consoleWorld().browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(patience);
    page.on('request', (request) => requests.push(request.url()));
    page.on('requestfinished', async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      received += responseBodySize + responseHeadersSize;
    });
    page.on('console', (line) => consoleLines.push(line.text()));
    page.on('pageerror', (error) => consoleLines.push(error.message));
    await page.goto(`${consoleUrl()}/docs`, { waitUntil: 'networkidle' });
  }, 180_000);
  afterAll(() => page?.close());

  test('takes at most 4 requests and 500 KB, all of this origin', () => {
    const origins = requests.map((url) => new URL(url)).filter(({ protocol }) => protocol !== 'blob:');
    expect(new Set(origins.map(({ origin }) => origin))).toEqual(new Set([consoleUrl()]));
    expect(origins.length).toBeLessThanOrEqual(4);
    expect(received).toBeGreaterThan(300_000);
    expect(received).toBeLessThanOrEqual(500 * 1024);
  });

  test('shows every operation', async () => {
    await page
      .locator('[id*="operation/"]')
      .nth(operations.length - 1)
      .waitFor({ state: 'attached' });
    const shown = await page.locator('[id*="operation/"]').evaluateAll((nodes) => nodes.map(({ id }) => id));
    const names = new Set(shown.map((id) => id.split('operation/')[1]));
    expect(operations.filter(({ operationId }) => !names.has(operationId))).toEqual([]);
  }, 180_000);

  test('finds an operation by a search', async () => {
    await page.locator('input[type="text"], input[role="search"]').first().fill('quote');
    const found = page.locator('[data-role="search:results"] li').first();
    await found.waitFor();
    expect(await found.innerText()).toMatch(/quote/i);
    await found.click();
    await page.waitForURL(/operation\/quote-/);
  }, 180_000);

  test('opens at the operation that a link names', async () => {
    const opened = await consoleWorld().browser.newPage({ viewport: { width: 1400, height: 900 } });
    try {
      await opened.goto(`${consoleUrl()}/docs#tag/Scans/operation/get-scan`);
      const heading = opened.locator('[id="tag/Scans/operation/get-scan"]');
      await heading.waitFor({ state: 'attached', timeout: patience });
      await expect
        .poll(() => heading.evaluate((node) => Math.abs(node.getBoundingClientRect().top)), {
          timeout: 30_000,
        })
        .toBeLessThan(50);
    } finally {
      await opened.close();
    }
  }, 180_000);

  test('writes nothing to the browser console', () => {
    expect(consoleLines).toEqual([]);
  });
});
