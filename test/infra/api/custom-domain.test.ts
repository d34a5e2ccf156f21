import { describe, expect, test } from 'vitest';
import { ofType, onlyResource, synthesizeWith } from '../synthesized.ts';

const apiCertificateArn =
  'arn:aws:acm:eu-central-1:111122223333:certificate/00000000-0000-4000-8000-000000000000';
const settings = { apiDomain: 'api.example.com', apiCertificateArn };

describe('the API’s own name', () => {
  const { stacks, outputs } = synthesizeWith(settings);
  const api = Object.entries(stacks.api);

  test('is in front of the stage, with the TLS policy of the API', () => {
    const { SecurityPolicy, EndpointAccessMode } = onlyResource(api, 'AWS::ApiGateway::RestApi');
    const [[domain] = ['']] = ofType(api, 'AWS::ApiGateway::DomainName');
    expect(onlyResource(api, 'AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: apiCertificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy,
      EndpointAccessMode,
    });
    const mapping = onlyResource(api, 'AWS::ApiGateway::BasePathMapping');
    expect(mapping).toMatchObject({ DomainName: { Ref: domain }, RestApiId: { Ref: expect.any(String) } });
    expect(mapping['BasePath']).toBeUndefined();
  });

  test('is the URL in the outputs, with what its DNS record needs', () => {
    expect(outputs['BaseUrl']).toMatchObject({ Value: 'https://api.example.com/' });
    const told = Object.entries(outputs).filter(([name]) => name.startsWith('ApiOwnDomain'));
    expect(told).toHaveLength(2);
  });

  test('is absent by default', () => {
    expect(
      ofType(Object.entries(synthesizeWith({ logLevel: 'info' }).stacks.api), 'AWS::ApiGateway::DomainName'),
    ).toEqual([]);
  });

  test('accepts a host with its certificate, and not that of the console', () => {
    const refused = (given: Record<string, unknown>) => () => synthesizeWith(given);
    expect(refused({ apiDomain: 'api.example.com' })).toThrow(/go together/);
    expect(refused({ apiCertificateArn })).toThrow(/go together/);
    expect(refused({ ...settings, apiDomain: 'https://api.example.com' })).toThrow(/host name/);
    expect(refused({ ...settings, publicUrl: 'https://api.example.com' })).toThrow(/another one/);
  });
});
