import { LambdaClient } from '@aws-sdk/client-lambda';
import { lambdaArtifactCheck } from '#adapters/lambda/artifact-check.ts';
import { env } from '../env.ts';

export const wireArtifactCheck = () =>
  lambdaArtifactCheck(new LambdaClient(), env('CHECK_ARTIFACT_FUNCTION'));
