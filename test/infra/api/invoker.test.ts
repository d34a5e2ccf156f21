import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { apiFunctionsByStack } from '#infra/functions.ts';
import { allResources, listOf, ofType, synthesize } from '../synthesized.ts';
import { methodOf } from './method-of.ts';

const synthesized = synthesize();
const api = Object.entries(synthesized.stacks.api);
const routed = [...endpoints, ...webhooks].map(({ name }) => name);

/** The longest values that AWS has for these. */
const longestOf: Record<string, string> = {
  Partition: 'aws-us-gov',
  Region: 'ap-southeast-1',
  AccountId: '123456789012',
};
const functionOfArn = (arn: unknown): string =>
  String((arn as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1].at(-1)).replace(':function:', '');

describe('the role by which the gateway invokes functions', () => {
  const [authorizer] = ofType(api, 'AWS::ApiGateway::Authorizer');
  const roleOf = (name: string) => methodOf(synthesized, name).Integration.Credentials['Fn::GetAtt'][0];
  const policies = ofType(api, 'AWS::IAM::ManagedPolicy').map(
    ([id, { Properties }]) =>
      [id, Properties['PolicyDocument'] as { Statement: { Action: string; Resource: unknown }[] }] as const,
  );
  const statements = policies.flatMap(([, { Statement }]) => Statement);

  test('is the same for all methods and the authorizer, and only the gateway assumes it', () => {
    const roles = new Set(routed.map(roleOf));
    const [id = ''] = roles;
    expect([...roles]).toEqual([id]);
    expect(authorizer?.[1].Properties['AuthorizerCredentials']).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    const role = ofType(api, 'AWS::IAM::Role').find(([each]) => each === id)?.[1].Properties;
    expect(role?.['ManagedPolicyArns']).toEqual(policies.map(([policy]) => ({ Ref: policy })));
    expect(role?.['Policies']).toBeUndefined();
    expect(JSON.stringify(role?.['AssumeRolePolicyDocument'])).toContain('apigateway.amazonaws.com');
    expect(JSON.stringify(role?.['AssumeRolePolicyDocument'])).not.toContain('lambda.amazonaws.com');
  });

  test('may invoke the functions behind the API, and nothing else', () => {
    expect(new Set(statements.map(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
    const names = statements.flatMap(({ Resource }) => listOf(Resource)).map(functionOfArn);
    const behindApi = [...apiFunctionsByStack().values()].flatMap((of) => [
      ...of.endpoints,
      ...of.webhooks,
      ...of.others,
    ]);
    const expected = behindApi.map(({ name }) => `scangate-${name}:live`);
    expect(expected).toEqual(expect.arrayContaining(['scangate-authorizer:live', 'scangate-get-scan:live']));
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  test('invokes aliases of functions in another stack by their names there', () => {
    const existing = ofType(allResources(synthesized), 'AWS::Lambda::Function').map(
      ([, { Properties }]) => `${String(Properties['FunctionName'])}:live`,
    );
    const names = statements.flatMap(({ Resource }) => listOf(Resource)).map(functionOfArn);
    expect(existing).toEqual(expect.arrayContaining(names));
    for (const name of routed)
      expect(JSON.stringify(methodOf(synthesized, name).Integration.Uri)).toContain(
        `:function:scangate-${name}:live/`,
      );
    const uri = JSON.stringify(authorizer?.[1].Properties['AuthorizerUri']);
    expect(uri).toContain(':function:scangate-authorizer:live/');
  });

  test('has policies below the limit of 6,144 characters, and below ten of them', () => {
    const longest = synthesize({ context: { deploymentName: `a${'b'.repeat(24)}` } });
    const sizes = ofType(Object.entries(longest.stacks.api), 'AWS::IAM::ManagedPolicy').map(
      ([, { Properties }]) =>
        JSON.stringify(Properties['PolicyDocument']).replace(
          /\{"Fn::Join":\["",\[(.*?)\]\]\}/g,
          (_whole, parts: string) => {
            const text = parts.replace(
              /\{"Ref":"AWS::(\w+)"\}/g,
              (_ref, name: string) => `"${longestOf[name] ?? '?'}"`,
            );
            return JSON.stringify((JSON.parse(`[${text}]`) as string[]).join(''));
          },
        ).length,
    );
    expect(sizes.length).toBeLessThanOrEqual(10);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(6_144);
  });
});
