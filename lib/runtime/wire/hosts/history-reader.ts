import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaHistoryReader } from '#adapters/lambda/history-reader.ts';
import { env } from '#runtime/env.ts';

export const wireHistoryReader = () => lambdaHistoryReader(new LambdaClient(), env('READ_HISTORY_FUNCTION'));
