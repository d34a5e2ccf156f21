import { isNightly, today } from '../models/samples.ts';

/** Files that start the whole service, or measure it, in groups that take equally long. `npm test` takes one group a day. */
const groups: readonly (readonly string[])[] = [
  [
    'test/e2e/demo.test.ts',
    'test/e2e/integrations.test.ts',
    'test/e2e/payments.test.ts',
    'test/local/control/identity-routes.test.ts',
  ],
  [
    'test/bench/limits.test.ts',
    'test/e2e/local-sign-in.test.ts',
    'test/e2e/restart.test.ts',
    'test/e2e/start-and-stop.test.ts',
    'test/local/start.test.ts',
  ],
  [
    'test/bench/clients/limits.test.ts',
    'test/bench/watch/watch.test.ts',
    'test/e2e/large-requests.test.ts',
    'test/e2e/local-control-plane.test.ts',
    'test/infra/app.cdk-synth.test.ts',
    'test/local/control/stripe-routes.test.ts',
  ],
];

/** Whether somebody named the files to run: those are run, whatever day it is. */
const isNamed = process.argv.slice(2).some((argument) => argument !== 'run' && !argument.startsWith('-'));

/** The files of other days. Each night takes all. */
export const filesOfOtherDays = (): string[] =>
  isNightly || isNamed ? [] : groups.filter((_group, index) => (index + today) % groups.length !== 0).flat();
