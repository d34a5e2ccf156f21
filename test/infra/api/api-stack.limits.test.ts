import { describe, expect, test } from 'vitest';
import { concurrencyProblem, defaultWaiters, usualQuota } from '#infra/account-concurrency.ts';
import { defaultActiveScans } from '@scangate/domain/scans/fairness/active-scans';
import { endpoints, endpointsByStack } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { allResources, ofType, synthesize, type Synthesized } from '../synthesized.ts';

const synthesized = synthesize();

const reserved = (from: Synthesized) =>
  ofType(allResources(from), 'AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties['ReservedConcurrentExecutions'] !== undefined)
    .map(([, { Properties }]) => [Properties['FunctionName'], Properties['ReservedConcurrentExecutions']]);

describe('reserved concurrency', () => {
  test('is set for the waiting function, and for checks of artifacts out of what is left for calls', () => {
    expect(Object.fromEntries(reserved(synthesized))).toEqual({
      'scangate-wait-scan': 400,
      'scangate-check-artifact': 20,
    });
  });

  test('carries a million scans a day with waits of 30 s, and two waits for each scan that may be active', () => {
    const perSecond = 1_000_000 / 86_400;
    const executions = Object.fromEntries(reserved(synthesized))['scangate-wait-scan'] as number;
    expect(executions).toBeGreaterThan(perSecond * 30);
    expect(executions).toBeGreaterThanOrEqual(2 * defaultActiveScans);
  });

  test('leaves two executions for each scan that may be active, and 200 for calls, of the usual quota', () => {
    expect(usualQuota - defaultWaiters).toBe(2 * defaultActiveScans + 200);
    expect(
      concurrencyProblem(
        { quota: usualQuota, unreserved: usualQuota, reservedByDeployment: 0 },
        { waiterConcurrency: defaultWaiters, activeScans: defaultActiveScans },
      ),
    ).toBeUndefined();
  });

  test('is not set for an account without reservable concurrency', () => {
    expect(reserved(synthesize({ context: { waiterConcurrency: '0' } }))).toEqual([]);
  });
});

/** CloudFormation's limits for one stack. */
const resourceLimit = 500;
const outputLimit = 200;
/** A fifth of a stack stays free. */
const usable = resourceLimit * 0.8;
/** API Gateway's default quota of paths for one API. */
const pathQuota = 300;
const expectedMethods = 180;

/** The table, repeated below other paths until it has so many endpoints: its mix of paths, methods and stacks. */
const tableOf = (count: number): Record<string, readonly EndpointSpec[]> => {
  const copyOf = (endpoint: EndpointSpec, copy: number): EndpointSpec => ({
    ...endpoint,
    ...(copy > 0 && {
      name: `${endpoint.name}-${copy}`,
      path: `/copy-${copy}${endpoint.path}`,
      stream: undefined,
      access: undefined,
    }),
  });
  const copies = Math.ceil(count / endpoints.length);
  let left = count;
  const taken: Record<string, EndpointSpec[]> = {};
  for (let copy = 0; copy < copies; copy++)
    for (const [stack, group] of Object.entries<readonly EndpointSpec[]>(endpointsByStack)) {
      const some = group.slice(0, left).map((endpoint) => copyOf(endpoint, copy));
      taken[stack] = [...(taken[stack] ?? []), ...some];
      left -= some.length;
    }
  return taken;
};

/** CloudFormation's limit for the text of a template. */
const templateBytes = 1_000_000;
const sizes = ({ stacks }: Synthesized) => Object.values(stacks).map((stack) => JSON.stringify(stack).length);

const counts = ({ stacks }: Synthesized) =>
  Object.entries(stacks).map(([name, stack]) => ({ name, count: Object.keys(stack).length }));
const countOf = ({ stacks }: Synthesized, type: string) => ofType(Object.entries(stacks.api), type).length;

describe('room in the stacks', () => {
  test.each(counts(synthesized))('a fifth of $name is free with the current tables', ({ count }) => {
    expect(count).toBeLessThanOrEqual(usable);
  });

  const grown = synthesize({ endpointsByStack: tableOf(expectedMethods) });

  test('180 methods of the same mix leave a fifth of every stack free', () => {
    // Webhooks and directories are not in the table of endpoints.
    const others = countOf(synthesized, 'AWS::ApiGateway::Method') - endpoints.length;
    expect(countOf(grown, 'AWS::ApiGateway::Method')).toBe(expectedMethods + others);
    for (const { count } of counts(grown)) expect(count).toBeLessThanOrEqual(usable);
  });

  test('180 methods of the same mix leave a fifth of the size of every template free', () => {
    for (const size of sizes(grown)) expect(size).toBeLessThanOrEqual(templateBytes * 0.8);
  });

  test('180 methods have fewer paths than API Gateway gives an API by default', () => {
    expect(countOf(grown, 'AWS::ApiGateway::Resource')).toBeLessThanOrEqual(pathQuota);
  });

  test('a method takes at most two resources of its stack: itself and on average less than one path', () => {
    const added = (type: string) => countOf(grown, type) - countOf(synthesized, type);
    const methods = added('AWS::ApiGateway::Method');
    const everything = Object.keys(grown.stacks.api).length - Object.keys(synthesized.stacks.api).length;
    const policies = added('AWS::IAM::ManagedPolicy');
    expect(everything).toBe(methods + added('AWS::ApiGateway::Resource') + policies);
    expect(everything / methods).toBeLessThan(2);
    const left = usable - Object.keys(synthesized.stacks.api).length;
    expect(countOf(synthesized, 'AWS::ApiGateway::Method') + left / 2).toBeGreaterThan(
      expectedMethods * 0.95,
    );
  });

  test('a function behind the API takes six resources, one more if it streams, two more if it is public, and two for all of its stack', () => {
    for (const [name, group] of Object.entries<readonly EndpointSpec[]>(endpointsByStack)) {
      const resources = Object.values(synthesized.stacks[name] ?? {});
      const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');
      const streaming = group.filter(({ stream }) => stream);
      const open = group.filter(({ access }) => access === 'public');
      expect([name, resources.length]).toEqual([
        name,
        functions.length * 6 + streaming.length + open.length * 2 + 2,
      ]);
    }
  });
});

describe('the order of the stacks', () => {
  test('has no cycle: each imports from earlier ones only, and the API from none with functions', () => {
    // The account's own stack knows none of a deployment.
    const order = synthesized.order.filter((name) => name !== 'account');
    for (const [name, stack] of Object.entries(synthesized.stacks)) {
      const text = JSON.stringify(stack);
      const imported = [...text.matchAll(/"Fn::ImportValue":"scangate-(\w+):/g)].map(([, from = '']) => from);
      for (const from of imported) expect(order.indexOf(from)).toBeLessThan(order.indexOf(name));
    }
    expect(order.at(0)).toBe('stateful');
    expect(order.indexOf('api')).toBeGreaterThan(
      Math.max(...Object.keys(endpointsByStack).map((name) => order.indexOf(name))),
    );
  });

  test('a stack exports less than CloudFormation permits', () => {
    for (const count of Object.values(synthesized.outputCounts))
      expect(count).toBeLessThanOrEqual(outputLimit * 0.8);
  });
});
