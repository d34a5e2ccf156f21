import { describe, expect, test } from 'vitest';
import { ofType, onlyResource, synthesize, synthesizeWith, type Synthesized } from '../synthesized.ts';

const byDefault = synthesize();
const behindDistribution = synthesizeWith({ distributionSecret: 'acme/distribution' });
const withoutAcl = synthesizeWith({ webAcl: 'false' });

interface Rule {
  Action: unknown;
  Statement: { RateBasedStatement: Record<string, unknown> };
  VisibilityConfig: { SampledRequestsEnabled: boolean };
}
const acl = ({ stacks }: Synthesized) =>
  onlyResource(Object.entries(stacks.api), 'AWS::WAFv2::WebACL') as {
    Scope: string;
    DefaultAction: unknown;
    Rules: Rule[];
    VisibilityConfig: { SampledRequestsEnabled: boolean };
  };
const ratesOf = (from: Synthesized) => acl(from).Rules.map(({ Statement }) => Statement.RateBasedStatement);

describe('the web ACL', () => {
  test('is attached to the stage of the API', () => {
    const api = Object.entries(byDefault.stacks.api);
    const [[stage = ''] = []] = ofType(api, 'AWS::ApiGateway::Stage');
    const [[id = ''] = []] = ofType(api, 'AWS::WAFv2::WebACL');
    const association = onlyResource(api, 'AWS::WAFv2::WebACLAssociation', 'WebAcl');
    expect(association['WebACLArn']).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(JSON.stringify(association['ResourceArn'])).toMatch(
      new RegExp(`/restapis/.*"Ref":"Api.*/stages/.*"Ref":"${stage}"`),
    );
  });

  test('allows requests, and blocks an address above the rate by its connection', () => {
    expect(acl(byDefault)).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    expect(acl(byDefault).Rules.map(({ Action }) => Action)).toEqual([{ Block: {} }]);
    expect(ratesOf(byDefault)).toEqual([{ AggregateKeyType: 'IP', EvaluationWindowSec: 60, Limit: 6_000 }]);
    expect(ratesOf(synthesizeWith({ viewerRate: '50' }))).toMatchObject([{ Limit: 50 }]);
  });

  test('trusts a forwarded address only beside the secret of the distribution', () => {
    const secret = {
      ByteMatchStatement: {
        FieldToMatch: { SingleHeader: { Name: 'scangate-distribution' } },
        PositionalConstraint: 'EXACTLY',
        SearchString: '{{resolve:secretsmanager:acme/distribution:SecretString:::}}',
        TextTransformations: [{ Priority: 0, Type: 'NONE' }],
      },
    };
    expect(ratesOf(behindDistribution)).toEqual([
      {
        AggregateKeyType: 'IP',
        EvaluationWindowSec: 60,
        Limit: 6_000,
        ScopeDownStatement: { NotStatement: { Statement: secret } },
      },
      {
        AggregateKeyType: 'FORWARDED_IP',
        EvaluationWindowSec: 60,
        ForwardedIPConfig: { HeaderName: 'Scangate-Viewer', FallbackBehavior: 'MATCH' },
        Limit: 6_000,
        ScopeDownStatement: secret,
      },
    ]);
  });

  test('keeps no samples, which could contain credentials', () => {
    for (const { Rules, VisibilityConfig } of [acl(byDefault), acl(behindDistribution)])
      for (const visibility of [VisibilityConfig, ...Rules.map((rule) => rule.VisibilityConfig)])
        expect(visibility.SampledRequestsEnabled).toBe(false);
  });

  test('is left out when it is turned off', () => {
    const types = Object.values(withoutAcl.stacks.api).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith('AWS::WAFv2::'))).toEqual([]);
  });

  test('answers 429 with the time to wait; a block of another ACL is 403', () => {
    const answerOf = ({ stacks }: Synthesized) => {
      const found = ofType(Object.entries(stacks.api), 'AWS::ApiGateway::GatewayResponse').find(
        ([, { Properties }]) => Properties['ResponseType'] === 'WAF_FILTERED',
      );
      return found?.[1].Properties as { StatusCode: string; ResponseParameters: Record<string, string> };
    };
    expect(answerOf(byDefault)).toMatchObject({
      StatusCode: '429',
      ResponseParameters: { 'gatewayresponse.header.Retry-After': "'60'" },
    });
    expect(answerOf(withoutAcl).StatusCode).toBe('403');
  });
});
