import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/** The topic of every alarm. It is encrypted, takes TLS only, and only alarms of this account may publish to it. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, email?: string) {
    super(scope, 'Alarms');
    const alarms = new ServicePrincipal('cloudwatch.amazonaws.com');
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    // CloudWatch cannot publish to a topic that is encrypted with the key of SNS.
    const key = new Key(this, 'Key', {
      description: 'Encrypts the alarm messages.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [alarms],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions,
      }),
    );
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    // The TLS rule replaces the default policy, which lets alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [alarms],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions,
      }),
    );
    if (email) this.topic.addSubscription(new EmailSubscription(email));
  }
}
