import {
  CfnUserPool,
  CfnUserPoolDomain,
  CfnUserPoolRiskConfigurationAttachment,
} from 'aws-cdk-lib/aws-cognito';
import { Aws, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** A password alone opens an account where no second factor is required, so it is long; composition adds nothing. */
const passwordPolicy: CfnUserPool.PasswordPolicyProperty = {
  minimumLength: 15,
  requireLowercase: false,
  requireUppercase: false,
  requireNumbers: false,
  requireSymbols: false,
  temporaryPasswordValidityDays: 7,
};

/**
 * Cognito mails codes to sign in with through SES alone. A mailed code is a single factor, so it does not serve where a
 * second one is required; a passkey that verifies its user counts as both.
 */
const firstFactors = ({ mailFrom, requireMfa }: Settings): string[] => [
  'PASSWORD',
  'WEB_AUTHN',
  ...(mailFrom !== '' && !requireMfa ? ['EMAIL_OTP'] : []),
];

const senderOf = (mailFrom: string): CfnUserPool.EmailConfigurationProperty => ({
  emailSendingAccount: 'DEVELOPER',
  from: mailFrom,
  sourceArn: `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${mailFrom.split('@')[1] ?? ''}`,
});

/** The accounts of people where the deployment has no other issuer (docs/adr/0060-user-pool.md). */
export class UserPool extends Construct {
  readonly resource: CfnUserPool;
  readonly domain: CfnUserPoolDomain;
  /** Refuses passwords from leaks, if the setting says so. */
  readonly leakedPasswords: CfnUserPoolRiskConfigurationAttachment | undefined;

  constructor(scope: Construct, settings: Settings) {
    super(scope, 'UserPool');
    // The number of the account makes the prefix unique in its region, as it must be.
    const prefix = `${settings.deploymentName}-${Aws.ACCOUNT_ID}`;
    this.resource = this.pool(settings, `${prefix}.auth.${Aws.REGION}.amazoncognito.com`);
    this.domain = new CfnUserPoolDomain(this, 'Domain', {
      userPoolId: this.resource.ref,
      domain: prefix,
      managedLoginVersion: 2,
    });
    if (settings.refuseLeakedPasswords) this.leakedPasswords = this.refuseLeakedPasswords();
  }

  /** It judges passwords alone, not the risk of a sign-in by its device and place. */
  private refuseLeakedPasswords(): CfnUserPoolRiskConfigurationAttachment {
    return new CfnUserPoolRiskConfigurationAttachment(this, 'LeakedPasswords', {
      userPoolId: this.resource.ref,
      clientId: 'ALL',
      compromisedCredentialsRiskConfiguration: {
        eventFilter: ['SIGN_UP', 'PASSWORD_CHANGE', 'SIGN_IN'],
        actions: { eventAction: 'BLOCK' },
      },
    });
  }

  /** @param host of the pages of managed login: a browser offers a passkey to no other host. */
  private pool(settings: Settings, host: string): CfnUserPool {
    const pool = new CfnUserPool(this, 'Pool', {
      userPoolName: settings.deploymentName,
      userPoolTier: settings.refuseLeakedPasswords ? 'PLUS' : 'ESSENTIALS',
      ...(settings.refuseLeakedPasswords && { userPoolAddOns: { advancedSecurityMode: 'ENFORCED' } }),
      deletionProtection: 'ACTIVE',
      usernameAttributes: ['email'],
      usernameConfiguration: { caseSensitive: false },
      schema: [{ name: 'email', required: true, mutable: true }],
      autoVerifiedAttributes: ['email'],
      // Until a new address is verified, the account keeps the old one.
      userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ['email'] },
      accountRecoverySetting: { recoveryMechanisms: [{ name: 'verified_email', priority: 1 }] },
      adminCreateUserConfig: { allowAdminCreateUserOnly: !settings.selfRegistration },
      policies: { passwordPolicy, signInPolicy: { allowedFirstAuthFactors: firstFactors(settings) } },
      mfaConfiguration: settings.requireMfa ? 'ON' : 'OPTIONAL',
      enabledMfas: ['SOFTWARE_TOKEN_MFA'],
      webAuthnRelyingPartyId: host,
      webAuthnUserVerification: 'required',
      webAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      ...(settings.mailFrom !== '' && { emailConfiguration: senderOf(settings.mailFrom) }),
    });
    pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return pool;
  }
}
