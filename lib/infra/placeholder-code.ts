import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';

/** Code that lies somewhere already: only its key stands in the template, and nothing is bundled or uploaded. */
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
