import { describe, expect, test } from 'vitest';
import { areaPrefixes } from '#contract/blob-areas.ts';
import {
  allResources,
  listOf,
  ofType,
  roleOf,
  statementsOf,
  synthesize,
  type Resource,
} from '../synthesized.ts';

const synthesized = synthesize();
const roles = ofType(allResources(synthesized), 'AWS::IAM::Role');
const isEraser = ([, { Properties }]: [string, Resource]): boolean =>
  JSON.stringify(Properties['RoleName']) ===
  JSON.stringify({ 'Fn::Join': ['', ['scangate-eraser-', { Ref: 'AWS::Region' }]] });
const eraser = roles.find(isEraser)?.[1] as Resource;
const tag = '${aws:PrincipalTag/organization}';

const allowing = (action: string) =>
  statementsOf(eraser).filter(({ Action }) => listOf(Action).includes(action));
const trust = (eraser.Properties['AssumeRolePolicyDocument'] as { Statement: Record<string, unknown>[] })
  .Statement;

describe('the role that erases', () => {
  test('is the only one that may delete records', () => {
    const deleting = roles.filter(([, role]) =>
      statementsOf(role).some(({ Action }) =>
        listOf(Action).some((action) =>
          /^dynamodb:(?:DeleteItem|BatchWriteItem|PartiQLDelete)$/.test(action),
        ),
      ),
    );
    expect(deleting).toHaveLength(1);
    expect(deleting.every(isEraser)).toBe(true);
  });

  test('deletes in Core below the organization of its session tag, or what its code restricts by a condition', () => {
    const keys = allowing('dynamodb:DeleteItem').map(
      ({ Condition }) => (Condition as Record<string, Record<string, string[]>>)?.['ForAllValues:StringLike'],
    );
    expect(keys).toEqual([
      {
        'dynamodb:LeadingKeys': [
          `ORG#${tag}`,
          `ORG#${tag}#*`,
          `REFUSAL#${tag}`,
          `ACCOUNT#${tag}`,
          'PERSON#*',
          'IDENTITY#*',
          'DOMAIN#*',
          'BADGE#*',
          'COMPONENT#*',
          'JOB#purged',
        ],
      },
      // Keys of tokens are hashes.
      undefined,
    ]);
  });

  test('reads only keys of rows of other organizations, to find index entries that no list names', () => {
    expect(allowing('dynamodb:Scan').map(({ Condition }) => Condition)).toEqual([
      {
        Null: { 'dynamodb:Attributes': 'false' },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk'] },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    ]);
  });

  test('removes objects of the organization of its session tag, in every area', () => {
    const [statement] = allowing('s3:DeleteObject');
    const text = JSON.stringify(statement?.Resource);
    for (const prefix of Object.values(areaPrefixes)) expect(text).toContain(`/${prefix}${tag}/*`);
    expect(listOf(statement?.Resource)).toHaveLength(Object.keys(areaPrefixes).length);
  });

  test('never touches the ledger', () => {
    expect(JSON.stringify(eraser.Properties)).not.toContain('LedgerTable');
  });

  test('is assumed by the erasure function, with the organization as its only tag', () => {
    const [only, ...others] = trust;
    expect(others).toEqual([]);
    expect(listOf(only?.['Action'] as string[])).toEqual(['sts:AssumeRole', 'sts:TagSession']);
    expect(only?.['Condition']).toMatchObject({
      ArnEquals: { 'aws:PrincipalArn': expect.anything() },
      Null: { 'aws:RequestTag/organization': 'false' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['organization'] },
    });
    const starters = roles.filter(([, role]) =>
      statementsOf(role).some(({ Action }) => listOf(Action).includes('sts:AssumeRole')),
    );
    expect(starters.map(([, role]) => role)).toEqual([roleOf(synthesized, 'erase-organization')]);
  });
});
