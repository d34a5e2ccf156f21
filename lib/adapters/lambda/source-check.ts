import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import {
  SourceFailure,
  type BranchesAnswer,
  type BranchesQuestion,
  type SourceAnswer,
  type SourceCheck,
  type SourceQuestion,
  type SuccessionQuestion,
} from '#ports/git-sources.ts';
import { invokeFunction } from './invoke-function.ts';

type Failure = Pick<SourceFailure, 'errorCode' | 'message' | 'retryAfterSeconds'>;
type Reported<Answer> = Answer | { failure: Failure };

const failed = () => new Transient('the repository could not be checked');

/**
 * Invokes the function that contacts git hosts.
 * @throws SourceFailure, or Transient when the function fails.
 */
export const lambdaSourceCheck = (client: LambdaClient, functionName: string): SourceCheck => {
  const ask = async <Answer extends object>(
    input: SourceQuestion | SuccessionQuestion | BranchesQuestion,
  ): Promise<Answer> => {
    const reported = await invokeFunction<Reported<Answer>>(client, { functionName, input }, failed);
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
