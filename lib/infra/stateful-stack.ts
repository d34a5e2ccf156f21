import { Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
  type Attribute,
  type GlobalSecondaryIndexPropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { CfnAccountPolicy } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectLockRetention,
  ObjectOwnership,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy, Stack, type App } from 'aws-cdk-lib/core';
import { areaPrefixes, watchPrefix } from '#contract/blob-areas.ts';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { exportKeptDays } from '@scangate/domain/offboarding/request-export';
import { tables, type TableName } from '#ports/tables.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { alarmFactory, sumOfMetrics, type CreateAlarm } from './alarms.ts';
import { Backups } from './backups/backups.ts';
import { copyLogs } from './backups/log-copies.ts';
import { createSigningKeys } from './evidence/signing-keys.ts';
import { createReleaseAlarm } from './deployments/canary.ts';
import type { Settings } from './settings.ts';
import { UserPool } from './sign-in/user-pool.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

type Warm = Pick<GlobalSecondaryIndexPropsV2, 'warmThroughput'>;

/**
 * Returns the write units a second that a table and its indexes sustain from their creation on. A scan reads less than it
 * writes, so that the reads with which DynamoDB begins suffice.
 */
const warmOf = ({ warmWrites }: Settings): Warm =>
  warmWrites === 0 ? {} : { warmThroughput: { writeUnitsPerSecond: warmWrites } };

const indexesOf = (name: TableName, warm: Warm): GlobalSecondaryIndexPropsV2[] =>
  Object.entries(tables[name].indexes).map(([indexName, index]) => ({
    indexName,
    partitionKey: text(index.partition),
    sortKey: text(index.sort),
    projectionType: index.projection === 'all' ? ProjectionType.ALL : ProjectionType.KEYS_ONLY,
    ...warm,
  }));

const expire = (prefix: string): LifecycleRule => ({
  id: `expire-${prefix.replace('/', '')}`,
  prefix,
  expiration: Duration.days(1),
});

/** Commercial law keeps books for ten years; nobody can shorten this, nor delete a seal before. */
const sealRetention = Duration.days(3_653);

/** Refuses to change or delete entries whoever asks. IAM cannot ask for the condition of a put, which is in the code. */
const appendOnly = (): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'AppendOnly',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: [
          'dynamodb:UpdateItem',
          'dynamodb:DeleteItem',
          'dynamodb:BatchWriteItem',
          'dynamodb:PartiQLUpdate',
          'dynamodb:PartiQLDelete',
        ],
        resources: ['*'],
      }),
    ],
  });

/** The lock keeps every version; a second one, or a delete marker, would still hide the first from its readers. */
const writeOnce = (objects: string): PolicyStatement[] => [
  new PolicyStatement({
    sid: 'NothingIsWrittenTwice',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['s3:PutObject'],
    resources: [objects],
    // Parts of an upload have no condition; the request that makes an object of them has.
    conditions: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
  }),
  new PolicyStatement({
    sid: 'NothingIsHidden',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
    resources: [objects],
  }),
];

const bucketDefaults = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: RemovalPolicy.RETAIN,
};

/** The stack that outlives every deployment: records, objects, keys, the accounts of people, and the alarm topic. */
export class StatefulStack extends Stack {
  readonly tables: Readonly<Record<TableName, TableV2>>;
  readonly accessLogs: Bucket;
  readonly dataBucket: Bucket;
  /** The export name of the bucket's ARN. */
  readonly dataBucketExport: string;
  readonly credentialsKey: Key;
  /** Signs seals of the ledger. */
  readonly ledgerKey: Key;
  readonly fingerprintKey: Key;
  /** Sign verdicts; the newest first. */
  readonly signingKeys: ReturnType<typeof createSigningKeys>;
  readonly ledgerSeals: Bucket;
  /** The export name of that bucket's ARN. */
  readonly ledgerSealsExport: string;
  readonly alarmTopic: AlarmTopic;
  readonly backups: Backups;
  /** Sends logs to another account, if one is set. */
  readonly logCopies: CfnAccountPolicy | undefined;
  /** The accounts of people, unless another issuer has them. */
  readonly userPool: UserPool | undefined;

  constructor(app: App, settings: Settings) {
    super(app, `${settings.deploymentName}-stateful`, {
      description: 'Scangate: records, objects and keys.',
      terminationProtection: true,
    });
    this.alarmTopic = new AlarmTopic(this, settings.alarmEmail);
    const createAlarm = alarmFactory(this, settings.deploymentName, this.alarmTopic.topic);
    if (settings.canary) createReleaseAlarm(createAlarm, settings);
    this.tables = {
      Core: this.table('Core', createAlarm, settings),
      Ledger: this.table('Ledger', createAlarm, settings),
      Tokens: this.table('Tokens', createAlarm, settings),
    };
    const tableArns = Object.values(this.tables).map(({ tableArn }) => tableArn);
    this.logCopies = copyLogs(this, settings);
    this.backups = new Backups(this, { tableArns, alarmTopic: this.alarmTopic.topic }, settings);
    this.accessLogs = new Bucket(this, 'AccessLogs', {
      ...bucketDefaults,
      lifecycleRules: [{ id: 'expire-logs', expiration: Duration.days(90) }],
    });
    this.dataBucket = this.bucket();
    this.dataBucketExport = this.exportNameOf(this.dataBucket);
    this.credentialsKey = new Key(this, 'CredentialsKey', {
      alias: `${settings.deploymentName}/git-credentials`,
      description: 'Seals the git credentials of connected repositories.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.ledgerKey = new Key(this, 'LedgerKey', {
      alias: `${settings.deploymentName}/ledger-seals`,
      description: 'Signs the seals of the ledger.',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.fingerprintKey = new Key(this, 'FingerprintKey', {
      alias: `${settings.deploymentName}/fingerprints`,
      description: 'Derives the keys of the fingerprints of secrets, one for each organization.',
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.signingKeys = createSigningKeys(this, settings);
    this.ledgerSeals = this.sealBucket();
    this.ledgerSealsExport = this.exportNameOf(this.ledgerSeals);
    if (settings.oidcIssuer === '') this.userPool = new UserPool(this, settings);
  }

  private table(name: TableName, createAlarm: CreateAlarm, settings: Settings): TableV2 {
    const { sort, ttl } = tables[name];
    const warm = warmOf(settings);
    const table = new TableV2(this, `${name}Table`, {
      partitionKey: text('pk'),
      ...(sort && { sortKey: text('sk') }),
      ...(ttl && { timeToLiveAttribute: ttl }),
      globalSecondaryIndexes: indexesOf(name, warm),
      billing: Billing.onDemand(),
      ...warm,
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      ...(name === 'Ledger' && { resourcePolicy: appendOnly() }),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const key = name.toLowerCase();
    createAlarm({
      name: `${key}-table-throttled`,
      meaning: `DynamoDB throttles the ${name} table or its index.`,
      metric: sumOfMetrics(throttles(table, Object.keys(tables[name].indexes))),
      atLeast: 1,
      periods: 3,
      bad: 2,
    });
    createAlarm({
      name: `${key}-table-errors`,
      meaning: `DynamoDB itself fails on the ${name} table.`,
      metric: sumOfMetrics(systemErrors(table)),
      atLeast: 1,
      periods: 3,
      bad: 2,
    });
    return table;
  }

  private sealBucket(): Bucket {
    const bucket = new Bucket(this, 'LedgerSeals', {
      ...bucketDefaults,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(sealRetention),
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'ledger-seals/',
    });
    for (const statement of writeOnce(bucket.arnForObjects('*'))) bucket.addToResourcePolicy(statement);
    return bucket;
  }

  private exportNameOf({ bucketArn }: Bucket): string {
    return this.resolve(this.exportValue(bucketArn))['Fn::ImportValue'] as string;
  }

  private bucket(): Bucket {
    // A version would keep an expired source or a removed artifact.
    return new Bucket(this, 'DataBucket', {
      ...bucketDefaults,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'data/',
      lifecycleRules: [
        expire(areaPrefixes.incoming),
        expire(areaPrefixes.work),
        expire(areaPrefixes.stopped),
        expire(watchPrefix),
        { id: 'expire-packs', prefix: areaPrefixes.packs, expiration: Duration.days(packLimits.keptDays) },
        { id: 'expire-exports', prefix: areaPrefixes.exports, expiration: Duration.days(exportKeptDays) },
        { id: 'abandon-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
  }
}

const throttleEvents = (dimensionsMap: Record<string, string>): IMetric[] =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
    (metricName) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM }),
  );

const throttles = ({ tableName: TableName }: TableV2, indexes: readonly string[]): IMetric[] => [
  ...throttleEvents({ TableName }),
  ...indexes.flatMap((GlobalSecondaryIndexName) => throttleEvents({ TableName, GlobalSecondaryIndexName })),
];

const operations = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'];

const systemErrors = (table: TableV2): IMetric[] =>
  operations.map(
    (Operation) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'SystemErrors',
        dimensionsMap: { TableName: table.tableName, Operation },
        statistic: Stats.SUM,
      }),
  );
