import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionCookieName, signedInCookieName } from '#runtime/http/cookies.ts';

/** A request that a page made of the API. */
export interface ApiCall {
  method: string;
  /** Without its query. */
  path: string;
  url: string;
  status: number;
}

/** A page of the console in a window of its own, with all that went wrong in it. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Requests of the API that were answered, in their order. */
  calls: ApiCall[];
  /** All requests, of files too. */
  requests: string[];
  /** The addresses of requests that are not answered yet. */
  underWay: Set<string>;
  /** Violations of the policy, errors in the console, unhandled rejections and requests of other origins. */
  problems: string[];
  close(): Promise<void>;
}

/** Chromium logs each answer of 400 and above; the calls have them. */
const isLoggedStatus = (text: string): boolean => text.startsWith('Failed to load resource');

/** Tells violations of the policy to the test, from the first line of the page on. */
const reportViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  console.error('securitypolicyviolation', violatedDirective, blockedURI, sample));`;

const apiPath = /^\/(?:v1|billing|scim|webhooks|badges|\.well-known)\//;

const watch = (
  page: Page,
  origin: string,
  { calls, requests, underWay, problems }: Omit<Visit, 'page' | 'context' | 'close'>,
) => {
  page.on('console', (line) => {
    if (line.type() === 'error' && !isLoggedStatus(line.text())) problems.push(`console: ${line.text()}`);
  });
  page.on('pageerror', (error) => void problems.push(`error: ${error.stack ?? error.message}`));
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    requests.push(request.url());
    underWay.add(request.url());
    if (url.origin !== origin && url.protocol !== 'blob:') problems.push(`foreign request: ${request.url()}`);
  });
  const ended = (request: Request) => void underWay.delete(request.url());
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin !== origin || !apiPath.test(url.pathname)) return;
    const method = response.request().method();
    calls.push({ method, path: url.pathname, url: response.url(), status: response.status() });
  });
};

export interface VisitOptions extends BrowserContextOptions {
  /** The secret of a session of the control plane. */
  session?: string | undefined;
}

/** Opens a window in which somebody is signed in, or nobody. It shows no page yet. */
export const openWindow = async (
  browser: Browser,
  url: string,
  { session, ...options }: VisitOptions = {},
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(reportViolations);
  if (session !== undefined)
    await context.addCookies(
      [
        { name: sessionCookieName, value: session, httpOnly: true },
        { name: signedInCookieName, value: '1', httpOnly: false },
      ].map((cookie) => ({
        ...cookie,
        url: url.replace('http:', 'https:'),
        secure: true,
        sameSite: 'Lax' as const,
      })),
    );
  const page = await context.newPage();
  const found = { calls: [], requests: [], underWay: new Set<string>(), problems: [] };
  watch(page, new URL(url).origin, found);
  return { page, context, ...found, close: () => context.close() };
};

/** Nothing more comes of a page that was silent this long. */
const silenceMs = 50;
const longestMs = 30_000;

const nextLook = (): Promise<void> => pause(10);

/** Whether a heading is there, and no placeholder for what is to come. */
const isDrawn = `document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null`;

/** Waits until the page has its heading, no request is under way, and no placeholder stands for what is to come. */
export const settle = async ({ page, underWay }: Visit): Promise<void> => {
  await page.locator('h1').first().waitFor({ timeout: longestMs });
  const deadline = performance.now() + longestMs;
  let silentSince = performance.now();
  const isSilent = (): boolean => underWay.size === 0 && performance.now() - silentSince >= silenceMs;
  for (let isAtRest = false; !isAtRest;) {
    if (performance.now() > deadline)
      throw new Error(`${page.url()} does not come to rest: ${[...underWay].join(', ')}`);
    await nextLook();
    if (underWay.size > 0) silentSince = performance.now();
    // The page is asked only when it may be at rest: each question takes time of its own.
    isAtRest = isSilent() && (await page.evaluate<boolean>(isDrawn)) && isSilent();
    if (!isAtRest && isSilent()) silentSince = performance.now();
  }
};
