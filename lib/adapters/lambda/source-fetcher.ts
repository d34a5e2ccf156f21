import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { FetchedSource, SourceFetcher } from '#ports/sources.ts';

type Reported = FetchedSource | { failure: Failure };

const errorTypeOf = (payload: string): string => {
  const { errorType } = JSON.parse(payload) as { errorType?: unknown };
  return typeof errorType === 'string' ? errorType : 'an error';
};

/** Invokes the function that talks to hosts. */
export const lambdaSourceFetcher = (client: LambdaClient, functionName: string): SourceFetcher => ({
  async fetch(request, signal) {
    const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) });
    const answer = await client.send(command, { abortSignal: signal });
    const payload = Buffer.from(answer.Payload ?? []).toString();
    if (answer.FunctionError) {
      const errorType = errorTypeOf(payload);
      const message = `the sources could not be fetched: ${errorType}`;
      throw errorType === 'Transient' ? new Transient(message) : new Error(message);
    }
    const reported = JSON.parse(payload) as Reported;
    if ('failure' in reported) throw new ScanFailed(reported.failure.errorCode, reported.failure.error);
    return reported;
  },
});
