import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration } from 'aws-cdk-lib/core';
import { countLogLines, sumOfMetrics, unexpectedError, type CreateAlarm } from './alarms.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { logicalName, type ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);
/** Two of three periods: not the one request that met a new deployment. */
const lasting = { periods: 3, bad: 2 };

interface Watched {
  api: RestApi;
  accessLogs: LogGroup;
  streaming: readonly ServiceFunction[];
  webhooks: readonly WebhookSpec[];
}

/** An error of a buffered endpoint is a 5xx of the gateway, so that few alarms cover them all. */
export const createApiAlarms = (raise: CreateAlarm, watched: Watched): void => {
  const { api, accessLogs } = watched;
  raise({
    name: 'api-5xx',
    meaning: 'More than 1 % of the requests are answered with 5xx.',
    metric: api.metricServerError({ period, statistic: Stats.AVERAGE }),
    atLeast: 0.01,
    ...lasting,
  });
  raise({
    name: 'api-unexpected-errors',
    meaning: 'An endpoint answered 500: a bug, for whatever may pass is 503.',
    metric: countLogLines(accessLogs, 'UnexpectedErrors', FilterPattern.stringValue('$.status', '=', '500')),
    atLeast: 1,
  });
  raise({
    name: 'authorizer-errors',
    meaning: 'The authorizer fails: requests are refused that should not be.',
    // Not the errors of its Lambda: to that, each 401 is one.
    metric: countLogLines(
      accessLogs,
      'AuthorizerErrors',
      FilterPattern.stringValue('$.errorType', '=', 'AUTHORIZER_*'),
    ),
    atLeast: 1,
    ...lasting,
  });
  raise({
    name: 'lambda-throttles',
    meaning: 'Lambda turns invocations away, of any function of this account and region.',
    // Without dimensions: the limit is the account's, and so is its effect.
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period }),
    atLeast: 1,
    ...lasting,
  });
  if (watched.streaming.length > 0) raiseStreamAlarm(raise, watched.streaming);
  if (watched.webhooks.length > 0) raiseWebhookAlarm(raise, watched);
};

/** Each is sent again for days, but somebody has to look: what they tell of money must not be lost. */
const raiseWebhookAlarm = (raise: CreateAlarm, { accessLogs, webhooks }: Watched): void => {
  const failed = webhooks.map(({ name, path }) =>
    countLogLines(
      accessLogs,
      `${logicalName(name)}Failures`,
      FilterPattern.all(
        FilterPattern.stringValue('$.resource', '=', path),
        FilterPattern.stringValue('$.status', '=', '5*'),
      ),
    ),
  );
  raise({
    name: 'webhook-failures',
    meaning: 'A message that tells of money was answered with 5xx.',
    metric: sumOfMetrics(failed, period),
    atLeast: 1,
  });
};

/** A stream fails after its status 200: the gateway sees nothing, the function and its log do. */
const raiseStreamAlarm = (raise: CreateAlarm, streaming: readonly ServiceFunction[]): void => {
  const [logged] = streaming.map((fn) => countLogLines(fn.logGroup, 'StreamErrors', unexpectedError));
  raise({
    name: 'stream-errors',
    meaning: 'A streamed answer (the wait for a verdict, an SBOM) broke off or ended in an error.',
    metric: sumOfMetrics(
      [...streaming.map((fn) => fn.lambda.metricErrors({ period })), ...(logged ? [logged] : [])],
      period,
    ),
    atLeast: 1,
    ...lasting,
  });
};
