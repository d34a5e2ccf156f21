import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { serviceMetric, type CreateAlarm } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import type { ServiceFunction } from '../service-function.ts';

/** Makes the alarms of the ledger: of what its audit finds, and of what an operator states about it. */
const createLedgerAlarms = (createAlarm: CreateAlarm): void => {
  createAlarm({
    name: 'ledger-drift',
    meaning: 'The balance of a pool is not the sum of its ledger entries.',
    metric: serviceMetric('LedgerDrift', Stats.SUM),
    atLeast: 1,
  });
  createAlarm({
    name: 'ledgers-continued',
    meaning:
      'An operator stated that signed seals were lost by a restore, and their ledgers continue without them.',
    metric: serviceMetric('LedgersContinued', Stats.SUM),
    atLeast: 1,
  });
  createAlarm({
    name: 'pools-not-audited',
    meaning: 'For three days a pool in motion could not be compared with its ledger.',
    metric: serviceMetric('PoolsNotAudited', Stats.SUM, Duration.days(1)),
    atLeast: 1,
    periods: 3,
  });
};

/** Makes the alarms of what the jobs find, and of jobs that fail or do not run. */
export const createJobAlarms = (createAlarm: CreateAlarm, jobs: readonly ServiceFunction[]): void => {
  createFunctionAlarms(createAlarm, jobs);
  createAlarm({
    name: 'sweep-ended-scans',
    meaning: 'The sweep found overdue scans and ended them, which the workflow should have done.',
    metric: serviceMetric('ScansEndedBySweep', Stats.SUM),
    atLeast: 1,
  });
  const sweep = jobs.find(({ name }) => name === 'sweep-scans');
  if (sweep) {
    createAlarm({
      name: 'sweep-silent',
      meaning: 'The sweep does not run, so lost scans are not found.',
      metric: sweep.lambda.metricInvocations({ period: Duration.minutes(15) }),
      below: 1,
      periods: 2,
      silenceIsBad: true,
    });
  }
  createAlarm({
    name: 'advisories-stale',
    meaning: 'The advisory snapshot is more than a day old, or its age is unknown.',
    metric: serviceMetric('AdvisorySnapshotAgeHours', Stats.MAXIMUM, Duration.hours(6)),
    atLeast: 24,
    periods: 2,
    silenceIsBad: true,
  });
  createLedgerAlarms(createAlarm);
  createAlarm({
    name: 'payment-differences',
    meaning: 'An account and Stripe differ for an hour or longer.',
    metric: serviceMetric('AccountsDifferingForAnHour', Stats.MAXIMUM),
    atLeast: 1,
  });
};
