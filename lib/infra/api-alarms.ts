import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { sumOf, type RaiseAlarm } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);

/**
 * An error of a buffered endpoint is a 5xx of the gateway, so one alarm covers them all. Two kinds need their
 * own: streams, whose errors come after status 200, and the authorizer, without which nobody gets in.
 */
export const raiseApiAlarms = (
  raise: RaiseAlarm,
  {
    api,
    authorizer,
    streaming,
  }: { api: RestApi; authorizer: ServiceFunction; streaming: readonly ServiceFunction[] },
): void => {
  raise({
    name: 'api-5xx',
    meaning: 'More than 1 % of the requests are answered with 5xx.',
    metric: api.metricServerError({ period, statistic: Stats.AVERAGE }),
    atLeast: 0.01,
    periods: 3,
    bad: 2,
  });
  raise({
    name: 'authorizer-errors',
    meaning: 'The authorizer fails: requests are refused that should not be.',
    metric: authorizer.lambda.metricErrors({ period }),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
  if (streaming.length > 0) {
    raise({
      name: 'stream-errors',
      meaning: 'A streaming endpoint (the wait for a verdict) crashed or ran out of time.',
      metric: sumOf(
        streaming.map((fn) => fn.lambda.metricErrors({ period })),
        period,
      ),
      atLeast: 1,
      periods: 3,
      bad: 2,
    });
  }
  raise({
    name: 'lambda-throttles',
    meaning: 'Lambda turns invocations away, of any function of this account and region.',
    // Without dimensions: the limit is the account's, and so is its effect.
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period }),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
};
