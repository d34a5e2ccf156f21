import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';

/** Code that exists elsewhere: the template holds its key only, and nothing is bundled or uploaded. */
export class PlaceholderCode extends Code {
  readonly isInline = false;
  readonly objectKey: string;

  constructor(objectKey: string) {
    super();
    this.objectKey = objectKey;
  }

  override bind(): CodeConfig {
    return { s3Location: { bucketName: 'bundles', objectKey: this.objectKey } };
  }
}
