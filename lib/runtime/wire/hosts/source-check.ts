import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaSourceCheck } from '#adapters/lambda/source-check.ts';
import { env } from '#runtime/env.ts';

export const wireSourceCheck = () => lambdaSourceCheck(new LambdaClient(), env('CHECK_SOURCE_FUNCTION'));
