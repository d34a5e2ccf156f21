import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import { errorFields, type Log } from '#ports/log.ts';
import {
  CommitTooLarge,
  type FetchedSource,
  type RefusedSource,
  type SourceFetcher,
  type SourceRequest,
} from '#ports/git-sources.ts';
import { invokeFunction } from './invoke-function.ts';

type Reported = FetchedSource | RefusedSource;

interface Target {
  client: LambdaClient;
  /** The functions that fetch a commit of any size, and a small one. */
  functions: { any: string; small: string };
  log: Log;
}

const failed = (errorType: string): Error => {
  const message = `the sources could not be fetched: ${errorType}`;
  return errorType === 'Transient' ? new Transient(message) : new Error(message);
};

/** Failures that may be caused by the smaller function rather than by the host or the commit. */
const ownFailures: readonly Failure['errorCode'][] = ['system_error', 'workflow_timeout'];

/**
 * Invokes the functions that contact git hosts. A commit that is larger than expected, or that otherwise exceeds the
 * smaller function, is fetched by the other one.
 */
export const lambdaSourceFetcher = ({ client, functions, log }: Target): SourceFetcher => {
  const ask = (functionName: string, input: SourceRequest, signal: AbortSignal): Promise<Reported> =>
    invokeFunction<Reported>(client, { functionName, input, signal }, failed);
  const askSmall = async (input: SourceRequest, signal: AbortSignal): Promise<Reported | undefined> => {
    try {
      const reported = await ask(functions.small, input, signal);
      const isOwn =
        'failure' in reported && !reported.stopped && ownFailures.includes(reported.failure.errorCode);
      return isOwn ? undefined : reported;
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn('the commit is fetched again with more memory', errorFields(error));
      return undefined;
    }
  };
  return {
    async fetch({ isSmall = false, ...request }, signal) {
      const small = isSmall ? await askSmall(request, signal) : undefined;
      const reported = small ?? (await ask(functions.any, request, signal));
      if (!('failure' in reported)) return reported;
      const { failure, found } = reported;
      throw found ? new CommitTooLarge(failure, found) : new ScanFailed(failure.errorCode, failure.error);
    },
  };
};
