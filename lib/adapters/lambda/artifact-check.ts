import type { LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import { invokeFunction } from './invoke-function.ts';

const failed = () => new Transient('the artifact could not be checked');

/** Invokes the function that has the parsers. @throws Transient when it fails. */
export const lambdaArtifactCheck = (client: LambdaClient, functionName: string): ArtifactCheck => ({
  check: (input) => invokeFunction(client, { functionName, input }, failed),
});
