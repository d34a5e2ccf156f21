import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Stack, type App } from 'aws-cdk-lib/core';
import { alarmFactory, countLogLines } from '../alarms.ts';
import { accessLogsName } from '../api/access-logs-name.ts';
import type { ApiStack } from '../api/api-stack.ts';
import type { Settings } from '../settings.ts';
import { createBurnRateAlarms } from './burn-rate-alarms.ts';

/** One who sends too much is told so and goes slower; this many are a limit that is too low, or an attack. */
const throttledInFiveMinutes = 100;

/**
 * Makes the stack that reads the access log of the gateway for service levels. It knows the log by its name: the stack of the
 * gateway has no room for more.
 */
export const createObjectivesStack = (
  app: App,
  { settings, api, topic }: { settings: Settings; api: ApiStack; topic: ITopic },
): Stack => {
  const { deploymentName } = settings;
  const stack = new Stack(app, `${deploymentName}-objectives`, {
    description: 'Scangate: what the gateway answers, measured against the objectives.',
  });
  stack.addStackDependency(api);
  const accessLogs = LogGroup.fromLogGroupName(stack, 'AccessLogs', accessLogsName(settings));
  const createAlarm = alarmFactory(stack, deploymentName, topic);
  createBurnRateAlarms(createAlarm, accessLogs);
  createAlarm({
    name: 'api-throttled',
    meaning:
      'The gateway refuses requests because all of them together, or those of one method, are too many.',
    metric: countLogLines(
      accessLogs,
      'GatewayThrottled',
      FilterPattern.stringValue('$.errorType', '=', 'THROTTLED'),
    ),
    atLeast: throttledInFiveMinutes,
    periods: 3,
    bad: 2,
  });
  return stack;
};
