import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { HistoryAnswer, HistoryReader, HistoryReport } from '#ports/history/history-reader.ts';
import { invokeFunction } from './invoke-function.ts';

const failed = (errorType: string): Error => {
  const message = `the history could not be read: ${errorType}`;
  return errorType === 'Transient' ? new Transient(message) : new Error(message);
};

/** Invokes the function that reads histories. */
export const lambdaHistoryReader = (client: LambdaClient, functionName: string): HistoryReader => ({
  async ask(question, signal) {
    const input = { functionName, input: question, signal };
    const report = await invokeFunction<HistoryReport>(client, input, failed);
    if ('failure' in report) throw new ScanFailed(report.failure.errorCode, report.failure.error);
    // The function answers what it is asked.
    return report.answer as HistoryAnswer[(typeof question)['kind']];
  },
});
