import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { scimOperations } from '#test/simulation/actors/api.ts';
import { nothingCompared } from './compared.ts';
import { exemptOperations } from './reached-operations.ts';
import { checkWholeRun, isWhole } from './whole-run.ts';

const names = [...(endpoints as readonly EndpointSpec[]).map(({ name }) => name), ...scimOperations];
const all = new Map(names.map((name) => [`${name} 200`, 1]));
const something = Object.fromEntries(Object.keys(nothingCompared()).map((name) => [name, 1]));

const check = (compared: object, statuses: ReadonlyMap<string, number>): string[] => {
  const told: string[] = [];
  checkWholeRun({ ...nothingCompared(), ...something, ...compared }, statuses, (_invariant, what) =>
    told.push(what),
  );
  return told;
};

test('a whole run reports each invariant that compared nothing', () => {
  expect(check({}, all)).toEqual([]);
  expect(check({ badges: 0 }, all)).toEqual(['there were no badges to compare']);
});

test('a whole run reports each operation that was never asked for, or never decided about', () => {
  const refused = new Map([...all].filter(([counted]) => counted !== 'get-me 200')).set('get-me 401', 7);
  expect(check({}, refused)).toEqual(['no act reached get-me']);
  const rest = names.filter((name) => !exemptOperations.has(name));
  expect(check({}, new Map())).toEqual(rest.map((name) => `no act reached ${name}`));
});

test('every operation that is exempt is there', () => {
  expect([...exemptOperations].filter((name) => !names.includes(name))).toEqual([]);
});

const usual = { days: 7, organizations: 20, actsPerDay: 40 };
test.each([
  [true, usual],
  [false, { ...usual, days: 1 }],
  [true, { ...usual, days: 1, everyAct: true }],
  [false, { ...usual, isLong: true }],
  [false, { ...usual, onlyActs: new Set(['taint1x.1']) }],
])('whole is %s for %j', (is, length) => {
  expect(isWhole(length)).toBe(is);
});
