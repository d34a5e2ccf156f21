import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaSourceFetcher } from '#adapters/lambda/source-fetcher.ts';
import { env } from '#runtime/env.ts';
import { log } from '#runtime/log.ts';

export const wireSourceFetcher = () =>
  lambdaSourceFetcher({
    client: new LambdaClient(),
    functions: { any: env('FETCH_SOURCE_FUNCTION'), small: env('FETCH_SMALL_SOURCE_FUNCTION') },
    log,
  });
