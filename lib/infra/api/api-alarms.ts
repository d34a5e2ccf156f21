import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration } from 'aws-cdk-lib/core';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { countLogLines, serviceMetric, streamErrors, sumOfMetrics, type CreateAlarm } from '../alarms.ts';
import { failureMetrics, waiter } from '../deployments/canary.ts';
import { functionNameOf, logicalName } from '../service-function.ts';
import { createRefusalAlarms } from '../sign-in/unauthenticated-refusal-alarms.ts';

const period = Duration.minutes(5);
/** Two of three periods, so that a single request during a deployment sets off no alarm. */
const lasting = { periods: 3, bad: 2 };

interface Watched {
  deploymentName: string;
  api: RestApi;
  accessLogs: LogGroup;
  endpoints: readonly EndpointSpec[];
  webhooks: readonly WebhookSpec[];
}

/** More waits than are reserved for them are load: Lambda refuses them whichever version runs. */
const unanswered = ({ endpoints }: Watched): IFilterPattern => {
  const failed = FilterPattern.stringValue('$.errorType', '=', 'INTEGRATION_*');
  const waiting = endpoints.find(({ name }) => name === waiter);
  if (!waiting) return failed;
  const ran = FilterPattern.stringValue('$.lambdaStatus', '!=', '429');
  const another = FilterPattern.stringValue('$.resource', '!=', waiting.path);
  return FilterPattern.all(failed, FilterPattern.any(ran, another));
};

/** An error of any buffered endpoint is a 5xx of the gateway, so few alarms cover them all. */
export const createApiAlarms = (createAlarm: CreateAlarm, watched: Watched): void => {
  const { api, accessLogs } = watched;
  createAlarm({
    name: 'api-5xx',
    meaning: 'More than 1 % of the requests are answered with 5xx.',
    metric: api.metricServerError({ period, statistic: Stats.AVERAGE }),
    atLeast: 0.01,
    ...lasting,
  });
  createAlarm({
    name: 'api-unexpected-errors',
    meaning: 'An endpoint answered 500, which is a bug: an error that may pass is answered with 503.',
    metric: countLogLines(
      accessLogs,
      failureMetrics.unexpected,
      FilterPattern.stringValue('$.status', '=', '500'),
    ),
    atLeast: 1,
  });
  // The alarm of releases watches it: a function that crashes or is late does not respond.
  countLogLines(accessLogs, failureMetrics.unanswered, unanswered(watched));
  createAlarm({
    name: 'authorizer-errors',
    meaning: 'The authorizer fails, so valid requests are refused.',
    // Each 401 is an error of the Lambda, so the metric counts the gateway's errors.
    metric: countLogLines(
      accessLogs,
      failureMetrics.unauthorized,
      FilterPattern.stringValue('$.errorType', '=', 'AUTHORIZER_*'),
    ),
    atLeast: 1,
    ...lasting,
  });
  createAlarm({
    name: 'lambda-throttles',
    meaning: 'Lambda throttles functions of this account and region.',
    // The limit is that of the account, so the metric has no dimensions.
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period }),
    atLeast: 1,
    ...lasting,
  });
  createRefusalAlarms(createAlarm);
  createAddressAlarm(createAlarm);
  createStreamAlarm(createAlarm, watched);
  if (watched.webhooks.length > 0) createWebhookAlarm(createAlarm, watched);
};

/** More in an hour than the retries to a few hosts that are wrong; whoever tries out internal addresses reaches it. */
const forbiddenInAnHour = 100;

const createAddressAlarm = (createAlarm: CreateAlarm): void => {
  createAlarm({
    name: 'forbidden-addresses',
    meaning: 'Many connections to addresses that are not public were refused.',
    metric: serviceMetric('ForbiddenAddresses', Stats.SUM, Duration.hours(1)),
    atLeast: forbiddenInAnHour,
  });
};

/** The sender repeats an event for days, but somebody has to look before it gives up. */
const createWebhookAlarm = (createAlarm: CreateAlarm, { accessLogs, webhooks }: Watched): void => {
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
  createAlarm({
    name: 'webhook-failures',
    meaning: 'An event of the payment provider was answered with 5xx.',
    metric: sumOfMetrics(failed, period),
    atLeast: 1,
  });
};

/** A stream fails after status 200, so only the function and its log show it. A document is in memory before. */
const createStreamAlarm = (createAlarm: CreateAlarm, { endpoints, deploymentName }: Watched): void => {
  const streaming = endpoints.filter(({ stream, access }) => stream && access !== 'document');
  if (streaming.length === 0) return;
  const failed = streaming.map(({ name }) => {
    const dimensionsMap = { FunctionName: functionNameOf(deploymentName, name) };
    return new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      dimensionsMap,
      statistic: Stats.SUM,
      period,
    });
  });
  createAlarm({
    name: 'stream-errors',
    meaning: 'A streamed response (the wait for a verdict, an SBOM) broke off or ended in an error.',
    metric: sumOfMetrics([...failed, streamErrors], period),
    atLeast: 1,
    ...lasting,
  });
};
