import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Erasers } from '#ports/offboarding/eraser.ts';
import { organizationEraser, type EraserContext } from './organization-eraser.ts';

interface EraserRole extends Pick<EraserContext, 'tableName' | 'bucket' | 'prefixes'> {
  sts: STSClient;
  roleArn: string;
}

/** The shortest lifetime that STS grants; one run of a function is not longer. */
const sessionSeconds = 900;

/**
 * Assumes the role that may delete, with the organization as its session tag. Its policy permits rows and objects of the
 * organization in the tag (docs/adr/0064-erasure.md).
 */
export const assumedErasers = ({ sts, roleArn, ...context }: EraserRole): Erasers => ({
  async of(organizationId) {
    const { Credentials: given } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: `erase-${organizationId}`,
        DurationSeconds: sessionSeconds,
        Tags: [{ Key: 'organization', Value: organizationId }],
      }),
    );
    if (!given?.AccessKeyId || !given.SecretAccessKey) throw new Error('STS answers without credentials');
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      ...(given.SessionToken && { sessionToken: given.SessionToken }),
    };
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ credentials }), {
      marshallOptions: { removeUndefinedValues: true },
    });
    return organizationEraser(organizationId, { ...context, client, s3: new S3Client({ credentials }) });
  },
});
