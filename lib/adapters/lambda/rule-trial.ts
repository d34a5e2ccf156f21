import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { RuleResult, RuleQuestion, RuleReport, RuleTrial } from '#ports/scans/rule-trial.ts';
import { invokeFunction } from './invoke-function.ts';

const failed = () => new Transient('the rules could not be tried');

/** Invokes the function that compiles and tries rules. */
export const lambdaRuleTrial = (client: LambdaClient, functionName: string): RuleTrial => {
  const ask = async <K extends keyof RuleResult>(
    question: Extract<RuleQuestion, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<RuleResult[K]> => {
    const input = { functionName, input: question, ...(signal && { signal }) };
    const report = await invokeFunction<RuleReport>(client, input, failed);
    if ('failure' in report) throw new ScanFailed(report.failure.errorCode, report.failure.error);
    // The function answers the question that it was asked.
    return report.answer as RuleResult[K];
  };
  return {
    check: (rules) => ask({ kind: 'check', rules }),
    try: (rules, commit, signal) => ask({ kind: 'try', rules, ...commit }, signal),
  };
};
