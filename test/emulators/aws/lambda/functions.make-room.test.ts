import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFunctions } from '@scangate/emulator-aws/lambda/functions';
import type { FunctionPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { openWorkbench } from '../workbench.ts';

const planOf = (name: string): FunctionPlan => ({
  name,
  arn: `arn:aws:lambda:eu-west-1:000000000000:function:${name}`,
  aliases: [],
  bundle: name,
  exported: 'handler',
  timeoutSeconds: 10,
  memoryMb: 128,
  environment: {},
  reservedConcurrency: undefined,
  asyncRetries: 0,
});

test('the worker that has been idle for the longest time makes room, so that busy functions keep theirs', async () => {
  const bench = await openWorkbench();
  const names = ['every', 'one', 'two'];
  const source = 'let events = 0; exports.handler = async () => ++events;';
  for (const name of names) writeFileSync(bench.folder.within('bundles', `${name}.cjs`), source);
  const functions = openFunctions({
    ...bench,
    plans: names.map(planOf),
    streaming: new Set(),
    bundles: bench.folder.within('bundles'),
    compiled: bench.folder.within('compiled'),
    endpoints: {},
    poolSize: () => 4,
    idleMs: 60_000,
    workerLimit: 2,
    report: bench.context.report,
  });
  const answers: string[] = [];
  for (const name of ['every', 'one', 'every', 'two', 'every', 'one', 'every'])
    answers.push(`${name} ${(await functions.invoke(name, '{}')).payload}`);
  await functions.close();
  await bench.close();
  expect(answers).toEqual(['every 1', 'one 1', 'every 2', 'two 1', 'every 3', 'one 1', 'every 4']);
});
