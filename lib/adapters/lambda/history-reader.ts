import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed } from '@scangate/engines/model/failure';
import {
  HistoryReaderStopped,
  type HistoryAnswer,
  type HistoryReader,
  type HistoryReport,
} from '#ports/history/history-reader.ts';
import { invokeFunction } from './invoke-function.ts';

const failed = (errorType: string): Error => {
  if (errorType === 'Transient') return new Transient('the history could not be read now');
  return new HistoryReaderStopped(errorType);
};

/** Invokes the function that reads histories. */
export const lambdaHistoryReader = (client: LambdaClient, functionName: string): HistoryReader => ({
  async ask(question, signal) {
    const input = { functionName, input: question, signal };
    const report = await invokeFunction<HistoryReport>(client, input, failed);
    if ('failure' in report) throw new ScanFailed(report.failure.errorCode, report.failure.error);
    // The function answers the question that it was asked.
    return report.answer as HistoryAnswer[(typeof question)['kind']];
  },
});
