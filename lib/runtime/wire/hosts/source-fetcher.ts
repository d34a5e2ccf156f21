import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaSourceFetcher } from '#adapters/lambda/source-fetcher.ts';
import { env } from '#runtime/env.ts';

export const wireSourceFetcher = () => lambdaSourceFetcher(new LambdaClient(), env('FETCH_SOURCE_FUNCTION'));
