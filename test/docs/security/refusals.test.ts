import { readFileSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { directoryRefusals, refusalKindOf } from '#runtime/http/count-refusal.ts';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { pageText, tableRows } from './cited-tests.ts';

const page = pageText('refusals.md');
const rows = tableRows('refusals.md');
const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('the page names every code that is counted, under its kind, and no other', () => {
  const ofKinds = rows
    .filter((row) => row.length === 4)
    .flatMap(([kind, codes]) => {
      const [name = ''] = named(kind);
      return named(codes).map((code) => `${name} ${code}`);
    });
  const counted = [...(Object.keys(problemCodes) as ProblemCode[]), ...directoryRefusals].flatMap((code) => {
    const kind = refusalKindOf(code);
    return kind === undefined ? [] : [`${kind} ${code}`];
  });
  expect(ofKinds.toSorted()).toEqual(counted.toSorted());
  const kinds = rows.filter((row) => row.length === 4).map(([kind]) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
});

test('every log line and metric that the page names elsewhere is written by the service', () => {
  const sources = globSync(['lib/{app,runtime,infra}/**/*.ts'])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const elsewhere = rows.filter((row) => row.length === 5);
  expect(elsewhere.length).toBeGreaterThan(4);
  for (const [, line, metric] of elsewhere)
    for (const name of [...named(line), ...named(metric)].filter(
      (one) => !['errorType', 'errorCode', 'THROTTLED', 'AWS/WAFV2', 'BlockedRequests'].includes(one),
    ))
      expect([name, sources.includes(`'${name}'`)]).toEqual([name, true]);
  expect(page).toContain('`Refusals`');
});
