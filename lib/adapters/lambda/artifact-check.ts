import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { Transient } from '@scangate/domain/problem';
import type { ArtifactCheck, ArtifactVerdict } from '#ports/artifact-check.ts';

/** Invokes the function that has the parsers. @throws Transient when it fails. */
export const lambdaArtifactCheck = (client: LambdaClient, functionName: string): ArtifactCheck => ({
  async check(artifact) {
    const answer = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(artifact) }),
    );
    const payload = Buffer.from(answer.Payload ?? []).toString();
    if (answer.FunctionError) throw new Transient('the artifact could not be checked');
    return JSON.parse(payload) as ArtifactVerdict;
  },
});
