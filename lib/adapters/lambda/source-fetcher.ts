import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { FetchedSource, SourceFetcher } from '#ports/sources.ts';
import { invokeFunction } from './invoke-function.ts';

type Reported = FetchedSource | { failure: Failure };

const failed = (errorType: string): Error => {
  const message = `the sources could not be fetched: ${errorType}`;
  return errorType === 'Transient' ? new Transient(message) : new Error(message);
};

/** Invokes the function that talks to hosts. */
export const lambdaSourceFetcher = (client: LambdaClient, functionName: string): SourceFetcher => ({
  async fetch(request, signal) {
    const invocation = { functionName, input: request, signal };
    const reported = await invokeFunction<Reported>(client, invocation, failed);
    if ('failure' in reported) throw new ScanFailed(reported.failure.errorCode, reported.failure.error);
    return reported;
  },
});
