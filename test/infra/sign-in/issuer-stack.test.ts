import { describe, expect, test } from 'vitest';
import { ofType, onlyResource, synthesize, synthesizeWith } from '../synthesized.ts';

const publicUrl = 'https://scangate.example.com';
const otherIssuer = {
  publicUrl,
  oidcIssuer: 'https://login.example.com/acme/',
  oidcClientId: 'scangate',
  oidcSecretParameter: '/acme/oidc/secret',
};
const issuerStack = (context: Record<string, unknown>) =>
  Object.entries(synthesizeWith(context).stacks['issuer'] ?? {});

describe('the client at the user pool', () => {
  const client = onlyResource(issuerStack({ publicUrl }), 'AWS::Cognito::UserPoolClient');

  test('accepts only the authorization code, at one exact URL', () => {
    expect(client).toMatchObject({
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [`${publicUrl}/v1/session/callback`],
      DefaultRedirectURI: `${publicUrl}/v1/session/callback`,
      LogoutURLs: [`${publicUrl}/`, `${publicUrl}/console`],
      SupportedIdentityProviders: ['COGNITO'],
      ExplicitAuthFlows: ['ALLOW_USER_AUTH'],
    });
  });

  test('has no secret, which a template would show, and reveals to nobody which accounts exist', () => {
    expect(client).toMatchObject({ GenerateSecret: false, PreventUserExistenceErrors: 'ENABLED' });
  });

  test('has tokens as short as Cognito permits, and lets people change no more than name and address', () => {
    expect(client).toMatchObject({
      AccessTokenValidity: 5,
      IdTokenValidity: 5,
      RefreshTokenValidity: 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
      ReadAttributes: ['email', 'email_verified', 'name'],
      WriteAttributes: ['email', 'name'],
    });
  });

  test('has refresh tokens that work once, and no flow that uses them', () => {
    expect(client['RefreshTokenRotation']).toEqual({ Feature: 'ENABLED', RetryGracePeriodSeconds: 0 });
    expect(client['ExplicitAuthFlows']).not.toContain('ALLOW_REFRESH_TOKEN_AUTH');
    expect(client['AllowedOAuthScopes']).not.toContain('offline_access');
  });

  test('has the pages of managed login', () => {
    expect(onlyResource(issuerStack({ publicUrl }), 'AWS::Cognito::ManagedLoginBranding')).toMatchObject({
      UseCognitoProvidedValues: true,
    });
  });
});

describe('the parameter', () => {
  const valueOf = (context: Record<string, unknown>): string => {
    const { Name, Type, Value } = onlyResource(issuerStack(context), 'AWS::SSM::Parameter');
    expect([Name, Type]).toEqual(['/scangate/sign-in', 'String']);
    if (typeof Value === 'string') return Value;
    const { 'Fn::Join': join } = Value as { 'Fn::Join': [string, unknown[]] };
    return join[1].map((part) => (typeof part === 'string' ? part : '…')).join('');
  };

  test('contains issuer, client and public URL of the pool', () => {
    expect(JSON.parse(valueOf({ publicUrl }))).toEqual({ issuer: '…', clientId: '…', publicUrl });
  });

  test('contains those of another issuer, letter by letter, and never its secret', () => {
    expect(JSON.parse(valueOf(otherIssuer))).toEqual({
      issuer: 'https://login.example.com/acme/',
      clientId: 'scangate',
      publicUrl,
    });
    expect(issuerStack(otherIssuer)).toHaveLength(1);
  });

  test('belongs to its own deployment', () => {
    const { stacks } = synthesizeWith({ publicUrl, deploymentName: 'other' });
    const parameter = onlyResource(Object.entries(stacks['issuer'] ?? {}), 'AWS::SSM::Parameter');
    expect(parameter['Name']).toBe('/other/sign-in');
  });

  test('is not created without a URL: neither publicUrl nor the console', () => {
    expect(synthesizeWith({ console: 'off' }).stacks['issuer']).toBeUndefined();
  });
});

describe('the callback URL', () => {
  test('that is to be registered at the issuer is an output of the deployment', () => {
    expect(synthesizeWith({ publicUrl }).outputs['SignIn']).toMatchObject({
      Value: `${publicUrl}/v1/session/callback`,
    });
  });

  test('uses the name of the distribution if none is set, so that the first deployment has sign-in', () => {
    const { stacks, order } = synthesize();
    const web = Object.entries(stacks['web'] ?? {});
    const { Name, Value } = onlyResource(web, 'AWS::SSM::Parameter', 'OwnAddress');
    expect(Name).toBe('/scangate/distribution');
    expect(JSON.stringify(Value)).toMatch(/"https:\/\/",\{"Fn::GetAtt":\["Distribution\w+","DomainName"\]/);
    const issuer = JSON.stringify(issuerStack({}));
    const address = '{"Ref":"SsmParameterValuescangatedistribution';
    expect(issuer.split(address).length - 1).toBeGreaterThanOrEqual(3);
    // Neither imports the other, so that a name of one's own can come later.
    expect(issuer).not.toContain('ImportValue":"scangate-web');
    expect(order.indexOf('issuer')).toBeGreaterThan(order.indexOf('web'));
  });
});

describe('the stacks', () => {
  test('have no cycle: functions import nothing of the client, which imports nothing of them', () => {
    const { stacks, order } = synthesize({ context: { publicUrl } });
    const imports = (name: string) =>
      [...JSON.stringify(stacks[name]).matchAll(/"Fn::ImportValue":"scangate-(\w+):/g)].map(
        ([, from]) => from,
      );
    expect([...new Set(imports('issuer'))]).toEqual(['stateful']);
    for (const name of order) expect(imports(name)).not.toContain('issuer');
  });

  test('contain no secret: neither a value nor a reference to one', () => {
    const { stacks } = synthesize({ context: otherIssuer });
    expect(JSON.stringify(stacks)).not.toMatch(/resolve:(?:ssm-secure|secretsmanager)|ClientSecret/);
    expect(ofType(Object.entries(stacks['issuer'] ?? {}), 'AWS::SecretsManager::Secret')).toEqual([]);
  });
});
