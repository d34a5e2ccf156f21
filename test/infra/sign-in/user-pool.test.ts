import { describe, expect, test } from 'vitest';
import {
  allResources,
  ofType,
  onlyResource,
  synthesize,
  synthesizeWith,
  type Resource,
} from '../synthesized.ts';

const publicUrl = 'https://scangate.example.com';
const otherIssuer = {
  publicUrl,
  oidcIssuer: 'https://login.example.com/acme/',
  oidcClientId: 'scangate',
  oidcSecretParameter: '/acme/oidc/secret',
};

const poolOf = (context: Record<string, unknown> = {}): Resource => {
  const found = ofType(Object.entries(synthesizeWith(context).stacks.stateful), 'AWS::Cognito::UserPool');
  const [[, pool]] = found as [[string, Resource]];
  return pool;
};
const cognitoTypes = (context: Record<string, unknown>): string[] =>
  allResources(synthesizeWith(context))
    .map(([, { Type }]) => Type)
    .filter((type) => type.startsWith('AWS::Cognito::'));

describe('the user pool', () => {
  test('outlives its stack and cannot be deleted', () => {
    const pool = poolOf();
    expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
    expect(pool.Properties).toMatchObject({ DeletionProtection: 'ACTIVE', UserPoolTier: 'ESSENTIALS' });
  });

  test('identifies people by addresses that it has verified, and keeps the old one until a new one is verified', () => {
    expect(poolOf().Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  test('accepts passwords of 15 characters, passkeys that verify their user, and codes of an authenticator', () => {
    expect(poolOf().Properties).toMatchObject({
      Policies: {
        PasswordPolicy: { MinimumLength: 15 },
        SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
      },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      WebAuthnUserVerification: 'required',
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
    });
  });

  test('requires no kinds of characters in passwords, which do not expire', () => {
    const { PasswordPolicy } = poolOf().Properties['Policies'] as { PasswordPolicy: object };
    expect(PasswordPolicy).toEqual({
      MinimumLength: 15,
      RequireLowercase: false,
      RequireUppercase: false,
      RequireNumbers: false,
      RequireSymbols: false,
      // Of the first password, which an operator sends; Cognito has no expiry of others.
      TemporaryPasswordValidityDays: 7,
    });
  });

  test('has no hint and no secret question: it knows the address alone, and runs no code of ours', () => {
    const { Schema, AliasAttributes, LambdaConfig } = poolOf().Properties;
    expect(Schema).toEqual([{ Name: 'email', Required: true, Mutable: true }]);
    expect([AliasAttributes, LambdaConfig]).toEqual([undefined, undefined]);
  });

  test('sends no code by telephone', () => {
    const { EnabledMfas, AutoVerifiedAttributes, Policies, SmsConfiguration } = poolOf({
      mailFrom: 'no-reply@example.com',
    }).Properties;
    expect(JSON.stringify([EnabledMfas, AutoVerifiedAttributes, Policies])).not.toMatch(/sms|phone/i);
    expect(SmsConfiguration).toBeUndefined();
  });

  test('refuses passwords from leaks by a setting, wherever one is chosen or used', () => {
    const { UserPoolTier, UserPoolAddOns, ...rest } = poolOf({ refuseLeakedPasswords: 'true' }).Properties;
    expect([UserPoolTier, UserPoolAddOns]).toEqual(['PLUS', { AdvancedSecurityMode: 'ENFORCED' }]);
    const { UserPoolTier: _essentials, ...others } = poolOf().Properties;
    expect(rest).toEqual(others);
    const type = 'AWS::Cognito::UserPoolRiskConfigurationAttachment';
    expect(cognitoTypes({})).not.toContain(type);
    const { stateful } = synthesizeWith({ refuseLeakedPasswords: 'true' }).stacks;
    expect(onlyResource(Object.entries(stateful), type)).toMatchObject({
      ClientId: 'ALL',
      CompromisedCredentialsRiskConfiguration: {
        Actions: { EventAction: 'BLOCK' },
        EventFilter: ['SIGN_UP', 'PASSWORD_CHANGE', 'SIGN_IN'],
      },
    });
  });

  test('uses passkeys in the name of the host that shows its pages', () => {
    const { stacks } = synthesize();
    const domain = onlyResource(Object.entries(stacks.stateful), 'AWS::Cognito::UserPoolDomain');
    expect(domain['ManagedLoginVersion']).toBe(2);
    const { 'Fn::Join': prefix } = domain['Domain'] as { 'Fn::Join': [string, unknown[]] };
    const { 'Fn::Join': host } = poolOf().Properties['WebAuthnRelyingPartyID'] as {
      'Fn::Join': [string, unknown[]];
    };
    expect(prefix[1]).toEqual(['scangate-', { Ref: 'AWS::AccountId' }]);
    expect(host[1]).toEqual([...prefix[1], '.auth.', { Ref: 'AWS::Region' }, '.amazoncognito.com']);
  });

  test('mails sign-in codes through SES only, and nothing else changes with it', () => {
    expect(poolOf().Properties).not.toHaveProperty('EmailConfiguration');
    const { EmailConfiguration, Policies, ...rest } = poolOf({ mailFrom: 'no-reply@example.com' }).Properties;
    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'no-reply@example.com',
    });
    expect(JSON.stringify(EmailConfiguration)).toContain(':identity/example.com');
    expect(Policies).toMatchObject({
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'] },
    });
    const { Policies: without, ...others } = poolOf().Properties;
    expect([rest, without]).toEqual([others, expect.anything()]);
  });

  test('requires a second factor by a setting, and then offers no single factor', () => {
    const { MfaConfiguration, Policies } = poolOf({
      requireMfa: 'true',
      mailFrom: 'no-reply@example.com',
    }).Properties;
    expect(MfaConfiguration).toBe('ON');
    expect(Policies).toMatchObject({
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
    });
  });

  test('lets invited people register, unless an operator creates all accounts', () => {
    expect(poolOf().Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: false });
    expect(poolOf({ selfRegistration: 'false' }).Properties['AdminCreateUserConfig']).toEqual({
      AllowAdminCreateUserOnly: true,
    });
  });

  test('is not created with another issuer, nor any part of it', () => {
    expect(cognitoTypes(otherIssuer)).toEqual([]);
    expect(JSON.stringify(synthesize({ context: otherIssuer }).stacks)).not.toMatch(/cognito/i);
  });

  test('is limited by viewer address like the gateway', () => {
    const associations = (context: Record<string, unknown>) =>
      ofType(Object.entries(synthesizeWith(context).stacks.api), 'AWS::WAFv2::WebACLAssociation').map(
        ([id]) => id.replace(/[0-9A-F]{8}$/, ''),
      );
    expect(associations({})).toEqual(['WebAclAssociation', 'UserPoolAssociation']);
    expect(associations(otherIssuer)).toEqual(['WebAclAssociation']);
    expect(associations({ webAcl: 'false' })).toEqual([]);
  });
});
