import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlRoutes, type ControlPlaneOptions } from '#local/control/control-plane.ts';

/** The routes of the pages that links of Stripe's emulator open, of which the page of documentation only says that they exist. */
const ofLocalPages = ['GET', 'POST'].flatMap((method) =>
  ['checkout', 'invoices', 'portal'].map((page) => ({ method, path: `/_local/stripe/${page}/sample` })),
);

const listed = [
  ...readFileSync('docs/local.md', 'utf8').matchAll(/`(GET|POST|DELETE) (\/_local\/[^`?]+)`/g),
].map(([, method, path = '']) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'sample') }));

test('the tables of docs/local.md list every route of the control plane, and no other', () => {
  // A route is a pattern and a function, which only uses the options when it is called.
  const routes = controlRoutes({} as ControlPlaneOptions);
  const isServed = ({ method, path }: (typeof listed)[number]): boolean =>
    routes.some(([of, pattern]) => of === method && pattern.test(path));
  expect([...listed, ...ofLocalPages].filter((each) => !isServed(each))).toEqual([]);
  const isListed = (method: string, pattern: RegExp): boolean =>
    [...listed, ...ofLocalPages].some((each) => each.method === method && pattern.test(each.path));
  const missing = routes.filter(([method, pattern]) => !isListed(method, pattern));
  expect(missing.map(([method, pattern]) => `${method} ${pattern.source}`)).toEqual([]);
});
