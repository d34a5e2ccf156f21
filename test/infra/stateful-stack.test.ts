import { describe, expect, test } from 'vitest';
import { tables } from '#ports/tables.ts';
import { ofType, onlyResource, synthesize, type Resource } from './synthesized.ts';

const { stacks } = synthesize();
const stateful = Object.entries(stacks.stateful);
const found = ofType(stateful, 'AWS::DynamoDB::GlobalTable');
const property = (resource: Resource | undefined, name: string) => resource?.Properties[name];

describe('the tables', () => {
  test('are those that the stores use', () => {
    expect(found.map(([id]) => id.replace(/Table[0-9A-F]+$/, '')).toSorted()).toEqual(
      Object.keys(tables).toSorted(),
    );
  });

  test.each(found)('%s outlives its stack, cannot be deleted, and can be restored', (_, table) => {
    expect(table.DeletionPolicy).toBe('Retain');
    expect(table.UpdateReplacePolicy).toBe('Retain');
    const [replica] = property(table, 'Replicas') as Record<string, unknown>[];
    expect(replica).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(property(table, 'SSESpecification')).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    expect(property(table, 'BillingMode')).toBe('PAY_PER_REQUEST');
  });

  test.each(Object.entries(tables))(
    '%s has the keys, indexes and expiry that the store expects',
    (name, spec) => {
      const [, table] = found.find(([id]) => id.startsWith(`${name}Table`)) ?? [];
      const keys = [{ AttributeName: 'pk', KeyType: 'HASH' }];
      if (spec.sort) keys.push({ AttributeName: 'sk', KeyType: 'RANGE' });
      expect(property(table, 'KeySchema')).toEqual(keys);
      expect(property(table, 'TimeToLiveSpecification')).toEqual(
        spec.ttl && { AttributeName: spec.ttl, Enabled: true },
      );
      expect(property(table, 'GlobalSecondaryIndexes')).toEqual(
        Object.entries(spec.indexes).map(([IndexName, index]) => ({
          IndexName,
          KeySchema: [
            { AttributeName: index.partition, KeyType: 'HASH' },
            { AttributeName: index.sort, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: index.projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
        })),
      );
    },
  );
});

test('tables and indexes are warm from the beginning where a setting asks for it', () => {
  expect(JSON.stringify(found)).not.toContain('WarmThroughput');
  const warm = ofType(
    Object.entries(synthesize({ context: { warmWrites: '40000' } }).stacks.stateful),
    'AWS::DynamoDB::GlobalTable',
  );
  const throughput = { WriteUnitsPerSecond: 40_000 };
  for (const [, table] of warm) {
    expect(property(table, 'WarmThroughput')).toEqual(throughput);
    for (const index of (property(table, 'GlobalSecondaryIndexes') ?? []) as object[])
      expect(index).toMatchObject({ WarmThroughput: throughput });
  }
});

test('less than a new table sustains is refused, which DynamoDB would refuse in the middle of a deployment', () => {
  expect(() => synthesize({ context: { warmWrites: '3999' } })).toThrow('must be 0 or at least 4000');
});

describe('the ledger', () => {
  test('refuses to change or delete an entry, for every caller', () => {
    const [, table] = found.find(([id]) => id.startsWith('LedgerTable')) ?? [];
    const [replica] = property(table, 'Replicas') as { ResourcePolicy: { PolicyDocument: unknown } }[];
    expect(replica?.ResourcePolicy.PolicyDocument).toMatchObject({
      Statement: [
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: expect.arrayContaining([
            'dynamodb:UpdateItem',
            'dynamodb:DeleteItem',
            'dynamodb:BatchWriteItem',
            'dynamodb:PartiQLUpdate',
            'dynamodb:PartiQLDelete',
          ]),
        },
      ],
    });
  });

  test('has its seals signed by a key that stays in KMS, and stored for ten years', () => {
    const [, key] = ofType(stateful, 'AWS::KMS::Key').find(([id]) => id.startsWith('LedgerKey')) ?? [];
    expect(key?.Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    const [, bucket] = ofType(stateful, 'AWS::S3::Bucket').find(([id]) => id.startsWith('LedgerSeals')) ?? [];
    expect(bucket?.Properties).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 3653 } } },
      VersioningConfiguration: { Status: 'Enabled' },
    });
  });
});

test('nobody can overwrite a seal, or hide one behind a delete marker, with any rights', () => {
  const policies = ofType(stateful, 'AWS::S3::BucketPolicy').map(([, policy]) => policy);
  const ofSeals = policies.find((policy) =>
    JSON.stringify(property(policy, 'Bucket')).includes('LedgerSeals'),
  );
  const { Statement } = property(ofSeals!, 'PolicyDocument') as { Statement: Record<string, unknown>[] };
  const everybody = { Effect: 'Deny', Principal: { AWS: '*' } };
  expect(Statement).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...everybody,
        Action: 's3:PutObject',
        Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
      }),
      expect.objectContaining({ ...everybody, Action: ['s3:DeleteObject', 's3:DeleteObjectVersion'] }),
    ]),
  );
});

describe('the buckets', () => {
  const buckets = ofType(stateful, 'AWS::S3::Bucket');
  const policies = ofType(stateful, 'AWS::S3::BucketPolicy').map(([, policy]) => policy);

  test.each(buckets)('%s is private, encrypted and retained', (id, bucket) => {
    expect(bucket.DeletionPolicy).toBe('Retain');
    expect(property(bucket, 'PublicAccessBlockConfiguration')).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(JSON.stringify(property(bucket, 'BucketEncryption'))).toContain('SSEAlgorithm');
    // Object Lock keeps versions; elsewhere a version would keep what was removed.
    const versioning = id.startsWith('LedgerSeals') ? { Status: 'Enabled' } : undefined;
    expect(property(bucket, 'VersioningConfiguration')).toEqual(versioning);
  });

  test('accept TLS only', () => {
    expect(policies).toHaveLength(buckets.length);
    for (const policy of policies) {
      const { Statement } = property(policy, 'PolicyDocument') as { Statement: Record<string, unknown>[] };
      const refusals = Statement.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition);
      expect(refusals).toContainEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    }
  });

  test('sources, uploads and lists of the watch expire after a day, exports after a week, packs after a month, results and advisories stay', () => {
    const [, data] = buckets.find(([id]) => id.startsWith('DataBucket')) ?? [];
    const { Rules } = property(data, 'LifecycleConfiguration') as {
      Rules: { Prefix?: string; ExpirationInDays?: number }[];
    };
    const expiring = Rules.filter((rule) => rule.ExpirationInDays !== undefined);
    expect(expiring.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
      ['incoming/', 1],
      ['work/', 1],
      ['stopped/', 1],
      ['watch/', 1],
      ['packs/', 30],
      ['exports/', 7],
    ]);
    expect(JSON.stringify(Rules)).toContain('"AbortIncompleteMultipartUpload":{"DaysAfterInitiation":1}');
    expect(property(data, 'LoggingConfiguration')).toMatchObject({ LogFilePrefix: 'data/' });
  });
});

test('the key of git credentials rotates and is retained', () => {
  const [, key] = ofType(stateful, 'AWS::KMS::Key').find(([id]) => id.startsWith('CredentialsKey')) ?? [];
  expect(key?.DeletionPolicy).toBe('Retain');
  expect(property(key, 'EnableKeyRotation')).toBe(true);
});

test('every key that encrypts is symmetric, so that KMS encrypts by AES-GCM, and rotates', () => {
  const keys = ofType(stateful, 'AWS::KMS::Key').filter(
    ([
      ,
      {
        Properties: { KeyUsage = 'ENCRYPT_DECRYPT' },
      },
    ]) => KeyUsage === 'ENCRYPT_DECRYPT',
  );
  expect(keys.length).toBeGreaterThan(1);
  for (const [id, { Properties }] of keys)
    expect([id, Properties['KeySpec'] ?? 'SYMMETRIC_DEFAULT', Properties['EnableKeyRotation']]).toEqual([
      id,
      'SYMMETRIC_DEFAULT',
      true,
    ]);
});

test('only alarms of this account may publish to the encrypted topic, over TLS only', () => {
  expect(onlyResource(stateful, 'AWS::SNS::Topic')['KmsMasterKeyId']).toBeDefined();
  const { Statement } = onlyResource(stateful, 'AWS::SNS::TopicPolicy')['PolicyDocument'] as {
    Statement: Record<string, unknown>[];
  };
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  );
  expect(Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
  expect(JSON.stringify(onlyResource(stateful, 'AWS::KMS::Key', 'AlarmsKey')['KeyPolicy'])).toContain(
    '"Action":["kms:Decrypt","kms:GenerateDataKey"]',
  );
});
