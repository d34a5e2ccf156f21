import { MathExpression, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration } from 'aws-cdk-lib/core';
import { endpoint as waitScan } from '#functions/api/wait-scan/endpoint.ts';
import { countLogLines, serviceMetric, type CreateAlarm } from '../alarms.ts';
import {
  budgetOf,
  burnRates,
  leastFailures,
  objectives,
  spentAt,
  type BurnRate,
  type Objective,
} from './objectives.ts';

/** Requests that failed before their organization was known, or that need none: they count against every plan. */
const unattributed = 'UnattributedFailures';

/** A wait beyond the reservation, which Lambda refuses, is load (docs/adr/0005-waiting-for-a-verdict.md). */
const failed = FilterPattern.all(
  FilterPattern.stringValue('$.status', '=', '5*'),
  FilterPattern.any(
    FilterPattern.stringValue('$.lambdaStatus', '!=', '429'),
    FilterPattern.stringValue('$.resource', '!=', waitScan.path),
  ),
);
/** The gateway writes a dash for what it does not know. */
const ofPlan = (plan: string) => FilterPattern.stringValue('$.plan', '=', plan);

const metricsOf = ({ plan }: Objective) => ({ requests: `${plan}Requests`, failures: `${plan}Failures` });

/** Counts the requests and the failures of each plan in the access log of the gateway. */
const countRequests = (accessLogs: ILogGroup): void => {
  countLogLines(accessLogs, unattributed, FilterPattern.all(ofPlan('-'), failed));
  for (const objective of objectives) {
    const { requests, failures } = metricsOf(objective);
    countLogLines(accessLogs, requests, ofPlan(objective.plan));
    countLogLines(accessLogs, failures, FilterPattern.all(ofPlan(objective.plan), failed));
  }
};

/** The rate at which the budget of a plan is spent within a window. */
const burnRateOf = (objective: Objective, { hours }: BurnRate): MathExpression => {
  const period = Duration.hours(hours);
  const { requests, failures } = metricsOf(objective);
  const counted = (name: string): IMetric => serviceMetric(name, 'Sum', period);
  const lost = '(FILL(failures, 0) + FILL(others, 0))';
  const all = '(FILL(requests, 0) + FILL(others, 0))';
  return new MathExpression({
    expression: `IF(${lost} >= ${leastFailures}, ${lost} / ${all} / ${budgetOf(objective)}, 0)`,
    usingMetrics: {
      requests: counted(requests),
      failures: counted(failures),
      others: counted(unattributed),
    },
    period,
  });
};

/** Makes an alarm for each plan with an objective and each rate at which its error budget may be spent. */
export const createBurnRateAlarms = (createAlarm: CreateAlarm, accessLogs: ILogGroup): void => {
  countRequests(accessLogs);
  for (const objective of objectives)
    for (const rate of burnRates)
      createAlarm({
        name: `${objective.plan.toLowerCase()}-budget-${rate.name}`,
        meaning: `At least ${Math.round(spentAt(rate) * 100)} % of the error budget of the plan ${objective.plan} is spent within ${rate.hours * rate.windows} hours.`,
        metric: burnRateOf(objective, rate),
        atLeast: rate.atLeast,
        periods: rate.windows,
      });
};
