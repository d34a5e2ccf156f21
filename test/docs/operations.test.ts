import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allResources, ofType, synthesize } from '#test/infra/synthesized.ts';

/** The pages for those who operate a deployment; a record of a decision may name what is gone. */
const pages = globSync('{docs/**/*,*}.md')
  .filter((path) => !path.startsWith('docs/adr/') && path !== 'CHANGELOG.md')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const sources = globSync('{functions,lib/{app,adapters,domain,runtime,git,engines}}/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const synthesized = synthesize();
const resources = allResources(synthesized);
const texts = (type: string, property: string): string[] =>
  ofType(resources, type).flatMap(([, { Properties }]) => {
    const value = Properties[property];
    return typeof value === 'string' ? [value] : [];
  });
const alarms = texts('AWS::CloudWatch::Alarm', 'AlarmName').map((name) => name.replace(/^scangate-/, ''));
const logGroups = texts('AWS::Logs::LogGroup', 'LogGroupName');
const countedInLogs = ofType(resources, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
  (Properties['MetricTransformations'] as { MetricName: string }[]).map(({ MetricName }) => MetricName),
);
const deployed = new Set([
  ...texts('AWS::Lambda::Function', 'FunctionName'),
  ...texts('AWS::StepFunctions::StateMachine', 'StateMachineName'),
  ...synthesized.order.map((name) => `scangate-${name}`),
]);

/** Returns the names that a pattern finds in all pages, each with its page. */
const namedBy = (pattern: RegExp): string[] =>
  pages.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = '']) => `${path}: ${name}`));
const nameIn = (found: string): string => found.slice(found.indexOf(': ') + 2);
const unknown = (found: readonly string[], isKnown: (name: string) => boolean): string[] =>
  found.filter((one) => !isKnown(nameIn(one)));

describe('what the pages name exists', () => {
  test('every alarm, linked or by a name that ends like that of one', () => {
    const ends = new Set(alarms.map((name) => name.split('-').at(-1)));
    const found = [
      ...namedBy(/alarms\.md#([\w-]+)/g),
      ...namedBy(/`([a-z0-9]+(?:-[a-z0-9]+)+)`/g).filter((one) => ends.has(nameIn(one).split('-').at(-1))),
    ];
    expect(found.length).toBeGreaterThan(40);
    const isNamed = (name: string): boolean =>
      alarms.includes(name) || deployed.has(name) || deployed.has(`scangate-${name}`);
    expect(unknown(found, isNamed)).toEqual([]);
  });

  test('every line of a log', () => {
    const found = [
      ...namedBy(/message = "([^"]+)"/g),
      ...namedBy(/`(?!(?:aws|npm|npx|cdk|git|scangate) )([a-z]+(?: [a-z,-]+){2,})`/g),
    ];
    expect(found.length).toBeGreaterThan(40);
    expect(unknown(found, (line) => sources.includes(line))).toEqual([]);
    expect(unknown(namedBy(/message = "([^"]+)"/g), (line) => sources.includes(`'${line}'`))).toEqual([]);
  });

  test('every group of logs', () => {
    const found = namedBy(/(\/aws\/lambda\/scangate-[a-z-]+[a-z]|\/scangate\/[a-z]+-access)/g);
    expect(found.length).toBeGreaterThan(10);
    expect(unknown(found, (name) => logGroups.includes(name))).toEqual([]);
  });

  test('every function, stack and state machine of a deployment', () => {
    const found = namedBy(/(?:`|--function-name )(scangate-[a-z0-9-]+)(?::live)?[` ]/g);
    expect(found.length).toBeGreaterThan(80);
    expect(unknown(found, (name) => deployed.has(name))).toEqual([]);
  });
});

test('the table of stacks lists every stack, and no other', () => {
  const page = readFileSync('docs/runbook/deploying.md', 'utf8');
  const table = /^\| stack .*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '';
  const listed = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/scangate-\w+/g) ?? []);
  expect(listed.toSorted()).toEqual(synthesized.order.map((name) => `scangate-${name}`).toSorted());
});

describe('the page of the objectives', () => {
  const page = readFileSync('docs/slo.md', 'utf8');

  test('names every alarm of a budget, and no other', () => {
    const rows = [...page.matchAll(/^\| `([\w-]+)` /gm)].map(([, name = '']) => name);
    expect(rows.toSorted()).toEqual(alarms.filter((name) => name.includes('-budget-')).toSorted());
  });

  test('names every metric of which they are computed', () => {
    const [, sentence = ''] = /The metrics are ((?:`\w+`[, and\n]*)+)\./.exec(page) ?? [];
    const metrics = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(metrics.toSorted()).toEqual(
      countedInLogs
        .filter((name) => /(?:Team|Regulated|Unattributed)(?:Requests|Failures)$/.test(name))
        .toSorted(),
    );
  });
});
