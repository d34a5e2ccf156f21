import { describe, expect, test } from 'vitest';
import { areaPrefixes } from '#contract/blob-areas.ts';
import { environmentOf } from '#contract/permissions/declared-permissions.ts';
import type { Needs } from '#contract/needs.ts';
import { endpoints as table } from '#functions/api/index.ts';
import { allFunctions, apiFunctionsByStack } from '#infra/functions.ts';
import {
  actionsOf,
  allResources,
  functionNamed,
  listOf,
  ofType,
  roleOf,
  statementsOf,
  synthesize,
  type Resource,
  type Statement,
} from './synthesized.ts';

const synthesized = synthesize();
const roles = ofType(allResources(synthesized), 'AWS::IAM::Role');
const functions = allFunctions();

const namesWith = (action: string): string[] =>
  functions
    .filter(({ name }) => actionsOf(roleOf(synthesized, name)).includes(action))
    .map(({ name }) => name);
const declaring = (declares: (needs: Needs) => boolean): string[] =>
  functions.filter(({ needs }) => declares(needs)).map(({ name }) => name);
const grantsWith = (name: string, action: string): Statement[] =>
  statementsOf(roleOf(synthesized, name)).filter(({ Action }) => listOf(Action).includes(action));

const prefixesOf = (name: string, action: string): string[] =>
  grantsWith(name, action)
    .flatMap(({ Resource }) => listOf(Resource as { 'Fn::Join': [string, unknown[]] }))
    .map((resource) => String(resource['Fn::Join'][1].at(-1)));

describe('every role', () => {
  test('exists for each function and the seven workflows, two for the gateway, one for erasures, one for backups, and one for the releases of the tasks and of each stack of the API', () => {
    expect(roles).toHaveLength(functions.length + 12 + apiFunctionsByStack().size);
  });

  test('names its actions without a wildcard', () => {
    const actions = roles.flatMap(([, role]) => actionsOf(role));
    expect(actions.length).toBeGreaterThan(50);
    for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
  });

  test('names its resources, and never all of them', () => {
    for (const [id, role] of roles) {
      for (const { Resource } of statementsOf(role)) expect([id, ...listOf(Resource)]).not.toContain('*');
    }
  });

  test('has inline policies only, so that these tests see all of them, except for the invoker of the gateway', () => {
    expect(ofType(allResources(synthesized), 'AWS::IAM::Policy')).toEqual([]);
    for (const [id] of ofType(allResources(synthesized), 'AWS::IAM::ManagedPolicy'))
      expect(id).toMatch(/^Invoker/);
    const managed = roles.filter(([, role]) => role.Properties['ManagedPolicyArns'] !== undefined);
    expect(managed.map(([id]) => id)).toEqual([
      expect.stringMatching(/^GatewayLogs/),
      expect.stringMatching(/^InvokerRole/),
    ]);
  });

  test('may not delete a record, not even by a batch or a statement, except the one that erases', () => {
    const [[erasing], ...more] = roles.filter(([, role]) =>
      actionsOf(role).includes('dynamodb:DeleteItem'),
    ) as [[string, Resource]];
    expect([erasing, more]).toEqual([expect.stringMatching(/^EraserRole/), []]);
    const others = roles.filter(([id]) => id !== erasing && !id.startsWith('BackupsRole'));
    const actions = others.flatMap(([, role]) => actionsOf(role)).filter((a) => a.startsWith('dynamodb:'));
    const known = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'];
    expect(new Set(actions)).toEqual(new Set(known.map((action) => `dynamodb:${action}`)));
  });

  test('writes to its own log group only', () => {
    for (const { name } of functions) {
      const [statement, ...more] = grantsWith(name, 'logs:PutLogEvents');
      expect(more).toEqual([]);
      const { LogGroup } = functionNamed(synthesized, name).Properties['LoggingConfig'] as {
        LogGroup: { Ref: string };
      };
      expect(statement?.Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] });
    }
  });
});

describe('the functions that talk to git hosts', () => {
  test('are the only ones that do, and have access only to their own objects', () => {
    expect(declaring(({ sources }) => sources === true)).toEqual([
      'fetch-source',
      'fetch-small-source',
      'check-source',
      'try-rules',
      'read-history',
    ]);
    const needsOf = (name: string) => functions.find((one) => one.name === name)?.needs;
    expect(needsOf('check-source')).toEqual({ repositorySecrets: 'decrypt', sources: true });
    expect(needsOf('try-rules')).toEqual({
      repositorySecrets: 'decrypt',
      fingerprintKeys: true,
      sources: true,
    });
    const fetching = { blobs: { stream: ['work'] }, repositorySecrets: 'decrypt', sources: true };
    for (const name of ['fetch-source', 'fetch-small-source', 'read-history'])
      expect(needsOf(name)).toMatchObject(fetching);
  });

  test.each(['fetch-source', 'fetch-small-source', 'check-source', 'try-rules', 'read-history'])(
    '%s reaches no table and reads no object, except the empty ones that tell that a scan was canceled',
    (name) => {
      const actions = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'];
      expect(actions.flatMap((action) => grantsWith(name, action))).toEqual([]);
      const read = grantsWith(name, 's3:GetObject').map(({ Resource }) => JSON.stringify(Resource));
      expect(read.every((resource) => resource.includes('"/stopped/*"'))).toBe(true);
    },
  );

  test('are invoked by the functions that write their results', () => {
    const invoking = namesWith('lambda:InvokeFunction');
    expect(invoking).toEqual(
      expect.arrayContaining(['prepare-scan', 'connect-repository', 'change-repository']),
    );
  });
});

/** The functions that may do this with the key, apart from those that may do it for the secrets of issuers only. */
const usersOfCredentials = (action: string): string[] =>
  namesWith(action).filter((name) =>
    grantsWith(name, action).some(
      ({ Condition }) =>
        Condition?.['StringEquals']?.['kms:EncryptionContext:purpose'] !== 'sso' &&
        Condition?.['Null']?.['kms:EncryptionContext:subscriber'] === undefined,
    ),
  );

describe('git credentials', () => {
  test('are decrypted and encrypted only by functions that declare it', () => {
    expect(usersOfCredentials('kms:Decrypt')).toEqual(
      declaring(({ repositorySecrets }) => repositorySecrets === 'decrypt'),
    );
    // Deliveries write results at the host of a repository, with its own credential.
    expect(usersOfCredentials('kms:Decrypt')).toEqual([
      'fetch-source',
      'fetch-small-source',
      'check-source',
      'try-rules',
      'read-history',
      'deliver',
    ]);
    expect(usersOfCredentials('kms:Encrypt')).toEqual(
      declaring(({ repositorySecrets }) => repositorySecrets === 'encrypt'),
    );
  });

  test('are decrypted only for a named organization and repository', () => {
    const [statement] = grantsWith('fetch-source', 'kms:Decrypt');
    expect(statement?.Condition).toEqual({
      Null: { 'kms:EncryptionContext:organization': 'false', 'kms:EncryptionContext:repository': 'false' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization', 'repository'] },
    });
  });
});

describe('objects', () => {
  test('are removed only by functions that declare it, and only in the declared areas', () => {
    expect(namesWith('s3:DeleteObject')).toEqual(
      declaring(({ blobs, advisories }) => blobs?.remove !== undefined || advisories === 'write'),
    );
    for (const { name, needs } of functions) {
      const expected = (needs.blobs?.remove ?? []).map((area) => `/${areaPrefixes[area]}*`);
      if (needs.advisories === 'write') expected.push('/advisories/*');
      expect(prefixesOf(name, 's3:DeleteObject').toSorted()).toEqual(expected.toSorted());
    }
  });

  test('are written only under the declared prefixes', () => {
    for (const { name, needs } of functions) {
      const { write = [], stream = [], presign = [] } = needs.blobs ?? {};
      const areas = new Set([...write, ...stream, ...presign]);
      const expected = [...areas].map((area) => `/${areaPrefixes[area]}*`);
      if (needs.advisories === 'write') expected.push('/advisories/*');
      if (needs.licenseSource) expected.push('/licenses/*');
      if (needs.watch === 'list') expected.push('/watch/*');
      // The locked bucket has nothing but statements, and ids of people.
      if (needs.ledgerSeals) expected.push('/*');
      if (needs.forgottenPeople) expected.push('/forgotten/*');
      expect(prefixesOf(name, 's3:PutObject').toSorted()).toEqual(expected.toSorted());
    }
  });

  test('functions that read a prefix may list it and no other, so that a missing object is 404 and not 403', () => {
    const readers = declaring((needs) =>
      Boolean(
        needs.blobs?.read ?? needs.blobs?.link ?? needs.advisories ?? needs.snapshots ?? needs.licenseSource,
      ),
    );
    // Whoever signs seals lists their bucket, which has nothing else.
    const listed = (name: string) =>
      grantsWith(name, 's3:ListBucket').flatMap(
        ({ Condition }) => (Condition?.['StringLike']?.['s3:prefix'] ?? []) as string[],
      );
    expect(namesWith('s3:ListBucket').filter((name) => listed(name).length > 0)).toEqual(readers);
    for (const name of readers)
      expect(
        listed(name)
          .map((prefix) => `/${prefix}`)
          .toSorted(),
      ).toEqual(
        [...new Set(prefixesOf(name, 's3:GetObject'))].filter((prefix) => prefix !== '/*').toSorted(),
      );
  });

  test('the bucket of seals is listed by the functions that sign them, without a condition', () => {
    const sealing = declaring(({ ledgerSeals }) => ledgerSeals !== undefined);
    expect(sealing.toSorted()).toEqual([
      'continue-ledgers',
      'erase-organization',
      'reapply-erasures',
      'seal-ledger',
    ]);
    const unconditional = namesWith('s3:ListBucket').filter((name) =>
      grantsWith(name, 's3:ListBucket').some(({ Condition }) => Condition === undefined),
    );
    expect(unconditional).toEqual(sealing);
  });
});

describe('the ledger', () => {
  test('is appended to and read, never updated', () => {
    const onLedger = functions.flatMap(({ name }) =>
      statementsOf(roleOf(synthesized, name)).filter(({ Resource }) =>
        JSON.stringify(Resource).includes('LedgerTable'),
      ),
    );
    expect(onLedger.length).toBeGreaterThan(0);
    const actions = new Set(onLedger.flatMap(({ Action }) => listOf(Action)));
    expect(actions).not.toContain('dynamodb:UpdateItem');
    expect([...actions].toSorted()).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ]);
  });

  const putsOn = (name: string) =>
    grantsWith(name, 'dynamodb:PutItem').filter(({ Resource }) =>
      JSON.stringify(Resource).includes('LedgerTable'),
    );

  test('gets entries within transactions only, and seals from the function that seals', () => {
    const appending = declaring(({ ledger }) => ledger === 'append' || ledger === 'seal');
    expect(declaring(({ ledger }) => ledger === 'seal')).toEqual(['seal-ledger']);
    for (const { name } of functions) {
      const conditions = putsOn(name).map(({ Condition }) => Condition);
      const entries = {
        Null: { 'dynamodb:LeadingKeys': 'false' },
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] },
        'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
      };
      const seals = {
        Null: { 'dynamodb:LeadingKeys': 'false' },
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SEALS#*'] },
      };
      const expected = [
        ...(appending.includes(name) ? [entries] : []),
        ...(name === 'seal-ledger' ? [seals] : []),
      ];
      expect([name, conditions]).toEqual([name, expected]);
    }
  });
});

/** The first endpoint of a path also gets the methods that the path does not have. */
const isFirstOfPath = (name: string): boolean => {
  const own = table.find((one) => one.name === name);
  return own !== undefined && table.find(({ path }) => path === own.path) === own;
};

describe('the environment', () => {
  test('of every function follows from its needs, with the log level, the namespace of metrics and the allocator', () => {
    for (const { name, needs } of functions) {
      const { Variables } = functionNamed(synthesized, name).Properties['Environment'] as {
        Variables: Record<string, unknown>;
      };
      expect([name, ...Object.keys(Variables).toSorted()]).toEqual([
        name,
        ...[
          ...environmentOf(needs),
          'LOG_LEVEL',
          'MALLOC_ARENA_MAX',
          'METRIC_NAMESPACE',
          ...(isFirstOfPath(name) ? ['ALLOWED_METHODS'] : []),
        ].toSorted(),
      ]);
    }
  });
});
