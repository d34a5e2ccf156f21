import { CfnManagedLoginBranding, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import type { Settings } from '../settings.ts';
import { distributionParameterName, hasPublicAddress, signInParameterName } from './sign-in-resources.ts';
import type { UserPool } from './user-pool.ts';

interface Issuer {
  issuer: string;
  clientId: string;
}

/** The service keeps no token of the issuer, so each is as short-lived as Cognito permits. */
const tokenMinutes = 5;
const refreshTokenMinutes = 60;
/** The minutes that a person has for one sign-in at the pool. */
const signInMinutes = 10;

interface IssuerContext {
  settings: Settings;
  userPool: UserPool | undefined;
  /** The stack of the console's distribution, whose name is the address where no setting has one. */
  web: Stack | undefined;
}

/**
 * The client of the service at the issuer, and the parameter that tells functions of it. They read it at run time, so that
 * their stacks import nothing of this one (docs/adr/0062-sign-in-parameter.md).
 */
class IssuerStack extends Stack {
  readonly configuration: StringParameter;
  readonly signIn: CfnOutput;
  /** The look of managed login, without which Cognito shows no page to the client of a template. */
  branding: CfnManagedLoginBranding | undefined;

  constructor(app: App, { settings, userPool, web }: IssuerContext) {
    super(app, `${settings.deploymentName}-issuer`, {
      description: 'Scangate: the client at the issuer of sign-in, and its configuration.',
    });
    const publicUrl = settings.publicUrl || this.distributionOf(settings);
    if (web) this.addStackDependency(web);
    // An issuer takes it exactly as it was registered.
    const callbackUrl = `${publicUrl}/v1/session/callback`;
    const { oidcIssuer: issuer, oidcClientId: clientId, deploymentName } = settings;
    const told: Issuer = userPool
      ? this.clientOf(userPool, { deploymentName, publicUrl, callbackUrl })
      : { issuer, clientId };
    this.configuration = new StringParameter(this, 'Configuration', {
      parameterName: signInParameterName(settings),
      description: 'The issuer at which people sign in, the id of the client, and the public address.',
      stringValue: this.toJsonString({ ...told, publicUrl }),
    });
    this.signIn = new CfnOutput(this, 'SignIn', {
      value: callbackUrl,
      description: 'The callback address of sign-in, to be registered at the issuer.',
    });
  }

  /** CloudFormation reads the parameter when it deploys. */
  private distributionOf(settings: Settings): string {
    return StringParameter.valueForStringParameter(this, distributionParameterName(settings));
  }

  private clientOf(
    { resource: pool }: UserPool,
    {
      deploymentName,
      publicUrl,
      callbackUrl,
    }: Record<'deploymentName' | 'publicUrl' | 'callbackUrl', string>,
  ): Issuer {
    const client = new CfnUserPoolClient(this, 'Client', {
      userPoolId: pool.ref,
      clientName: deploymentName,
      // A template would show the secret; PKCE binds the code to who asked for it.
      generateSecret: false,
      allowedOAuthFlowsUserPoolClient: true,
      allowedOAuthFlows: ['code'],
      allowedOAuthScopes: ['openid', 'email', 'profile'],
      callbackUrLs: [callbackUrl],
      defaultRedirectUri: callbackUrl,
      logoutUrLs: [`${publicUrl}/`, `${publicUrl}/console`],
      supportedIdentityProviders: ['COGNITO'],
      // Managed login offers passkeys and mailed codes by this flow.
      explicitAuthFlows: ['ALLOW_USER_AUTH'],
      preventUserExistenceErrors: 'ENABLED',
      enableTokenRevocation: true,
      authSessionValidity: signInMinutes,
      accessTokenValidity: tokenMinutes,
      idTokenValidity: tokenMinutes,
      refreshTokenValidity: refreshTokenMinutes,
      // None is ever used; one that is stolen works once, and never after that of its owner.
      refreshTokenRotation: { feature: 'ENABLED', retryGracePeriodSeconds: 0 },
      tokenValidityUnits: { accessToken: 'minutes', idToken: 'minutes', refreshToken: 'minutes' },
      readAttributes: ['email', 'email_verified', 'name'],
      writeAttributes: ['email', 'name'],
    });
    this.branding = new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.ref,
      clientId: client.ref,
      useCognitoProvidedValues: true,
    });
    return { issuer: pool.attrProviderUrl, clientId: client.ref };
  }
}

/** Makes the stack where the service has an address: without one there is nothing to return to. */
export const createIssuerStack = (app: App, context: IssuerContext): IssuerStack | undefined =>
  hasPublicAddress(context.settings) ? new IssuerStack(app, context) : undefined;
