import {
  CfnCodeSigningConfig,
  type CfnFunction,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import * as z from 'zod';
import type { Settings } from '../settings.ts';

/** The version of a profile of AWS Signer (docs/releases.md). */
export const signingProfileSetting = z
  .string()
  .regex(
    /^(?:arn:aws[a-z-]{0,20}:signer:[a-z0-9-]+:\d{12}:\/signing-profiles\/[A-Za-z0-9_]{2,64}\/[A-Za-z0-9]{10})?$/,
    { message: 'the ARN of a version of a signing profile' },
  )
  .default('')
  .meta({
    description:
      'ARN of the version of an AWS Signer profile. Lambda then refuses code that it did not sign, so the code has to be signed between synthesis and deployment, as docs/releases.md says. Unset: code is not signed.',
  });

const id = 'CodeSigning';

/** Makes Lambda refuse code that the profile did not sign. All functions of a stack have one configuration. */
export const requireSignedCode = (fn: LambdaFunction, { signingProfile }: Settings): void => {
  if (signingProfile === '') return;
  const stack = Stack.of(fn);
  const made = stack.node.tryFindChild(id) as CfnCodeSigningConfig | undefined;
  const { attrCodeSigningConfigArn } =
    made ??
    new CfnCodeSigningConfig(stack, id, {
      description: 'The functions of Scangate run signed code only.',
      allowedPublishers: { signingProfileVersionArns: [signingProfile] },
      codeSigningPolicies: { untrustedArtifactOnDeployment: 'Enforce' },
    });
  (fn.node.defaultChild as CfnFunction).codeSigningConfigArn = attrCodeSigningConfigArn;
};
