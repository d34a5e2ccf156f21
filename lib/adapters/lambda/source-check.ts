import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { SourceFailure, type SourceAnswer, type SourceCheck } from '#ports/sources.ts';

type Failure = Pick<SourceFailure, 'errorCode' | 'message' | 'retryAfterSeconds'>;
type Reported = SourceAnswer | { failure: Failure };

/** Invokes the function that asks hosts. @throws SourceFailure, or Transient when the function fails. */
export const lambdaSourceCheck = (client: LambdaClient, functionName: string): SourceCheck => ({
  async check(question) {
    const answer = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(question) }),
    );
    if (answer.FunctionError) throw new Transient('the repository could not be checked');
    const reported = JSON.parse(Buffer.from(answer.Payload ?? []).toString()) as Reported;
    if (!('failure' in reported)) return reported;
    const { errorCode, message, retryAfterSeconds } = reported.failure;
    throw new SourceFailure(errorCode, message, retryAfterSeconds);
  },
});
