import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { Duration } from 'aws-cdk-lib/core';
import { countLogLines, serviceNamespace, type CreateAlarm } from '../alarms.ts';
import type { ServiceFunction } from '../service-function.ts';

interface Refusal {
  /** The message of the log line, which has the cause as its `reason`. */
  message: string;
  metricName: string;
  alarm: string;
  meaning: string;
}

/** The refusals to strangers. No organization is known, so there is no audit log to write it to. */
const refusals: readonly Refusal[] = [
  {
    message: 'sign-in failed',
    metricName: 'SignInFailures',
    alarm: 'sign-in-failures',
    meaning: 'Many sign-ins fail that belong to no organization.',
  },
  {
    message: 'exchange failed',
    metricName: 'ExchangeFailures',
    alarm: 'exchange-failures',
    meaning: 'Many tokens of pipelines are refused that belong to no organization.',
  },
];

/** More than people mistype and stale pages send; a broken issuer or somebody who tries things reaches it. */
const failuresInFiveMinutes = 100;

/** Counts the refusals of a function that strangers may call. */
export const countUnauthenticatedRefusals = (fn: ServiceFunction): void => {
  for (const { message, metricName } of refusals)
    countLogLines(
      fn.logGroup,
      metricName,
      FilterPattern.all(
        FilterPattern.stringValue('$.message', '=', message),
        // The audit log of the organization has the others.
        FilterPattern.notExists('$.organizationId'),
      ),
    );
};

/** Makes an alarm for each kind of refusal; the functions that count them are in several stacks. */
export const createRefusalAlarms = (createAlarm: CreateAlarm): void => {
  for (const { metricName, alarm, meaning } of refusals)
    createAlarm({
      name: alarm,
      meaning,
      metric: new Metric({
        namespace: serviceNamespace,
        metricName,
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
      atLeast: failuresInFiveMinutes,
      periods: 3,
      bad: 2,
    });
};
