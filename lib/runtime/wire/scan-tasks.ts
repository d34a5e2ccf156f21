import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaScanTasks } from '#adapters/lambda/scan-tasks.ts';
import { env } from '#runtime/env.ts';

export const wireScanTasks = () =>
  lambdaScanTasks(new LambdaClient(), {
    scanSmallUnits: env('SCAN_SMALL_UNITS_FUNCTION'),
    compareBase: env('COMPARE_BASE_FUNCTION'),
    trackDefaultBranch: env('TRACK_DEFAULT_BRANCH_FUNCTION'),
  });
