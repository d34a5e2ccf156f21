import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import {
  SourceFailure,
  type BranchesAnswer,
  type BranchesQuestion,
  type SourceAnswer,
  type SourceCheck,
  type SourceQuestion,
  type SuccessionQuestion,
} from '#ports/sources.ts';

type Failure = Pick<SourceFailure, 'errorCode' | 'message' | 'retryAfterSeconds'>;
type Reported<Answer> = Answer | { failure: Failure };

/** Invokes the function that asks hosts. @throws SourceFailure, or Transient when the function fails. */
export const lambdaSourceCheck = (client: LambdaClient, functionName: string): SourceCheck => {
  const ask = async <Answer extends object>(
    question: SourceQuestion | SuccessionQuestion | BranchesQuestion,
  ): Promise<Answer> => {
    const answer = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(question) }),
    );
    if (answer.FunctionError) throw new Transient('the repository could not be checked');
    const reported = JSON.parse(Buffer.from(answer.Payload ?? []).toString()) as Reported<Answer>;
    if (!('failure' in reported)) return reported;
    const { errorCode, message, retryAfterSeconds } = reported.failure;
    throw new SourceFailure(errorCode, message, retryAfterSeconds);
  };
  return {
    check: (question) => ask<SourceAnswer>(question),
    succeeds: async (question) => (await ask<{ succeeds: boolean }>(question)).succeeds,
    branches: (question) => ask<BranchesAnswer>(question),
  };
};
