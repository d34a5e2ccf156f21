import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';

export type SsoBody = ArgumentsOf<'set-sso'>[0]['body'];
export type Sso = BodyOfResponse<'get-sso', 200>;

interface GroupRole {
  group: string;
  role: 'admin' | 'billing' | 'member';
}

/** The settings as the form has them; the secret is not among them, because a draft is stored. */
export interface SsoSettings {
  kind: 'oidc' | 'saml';
  issuer: string;
  clientId: string;
  entityId: string;
  signInUrl: string;
  certificates: string;
  claim: string;
  groups: readonly GroupRole[];
  isEnforced: boolean;
  /** The ids of people. */
  breakGlass: readonly string[];
  idleMinutes: number | undefined;
  absoluteHours: number | undefined;
  maxTokenDays: number | undefined;
  /** Methods of authentication that a sign-in needs. */
  requiredAmr: readonly string[];
}

/** The form of what is stored. */
export const settingsOf = ({ issuer, roles, enforced, session }: Sso): SsoSettings => {
  const oidc = issuer?.kind === 'oidc' ? issuer : undefined;
  const saml = issuer?.kind === 'saml' ? issuer : undefined;
  return {
    kind: saml ? 'saml' : 'oidc',
    issuer: oidc?.issuer ?? '',
    clientId: oidc?.clientId ?? '',
    entityId: saml?.entityId ?? '',
    signInUrl: saml?.signInUrl ?? '',
    certificates: saml?.certificates.join('\n') ?? '',
    claim: roles?.claim ?? '',
    groups: Object.entries(roles?.values ?? {}).map(([group, role]) => ({
      group,
      role: role as GroupRole['role'],
    })),
    isEnforced: enforced !== undefined,
    breakGlass: enforced?.breakGlass ?? [],
    idleMinutes: session?.idleMinutes,
    absoluteHours: session?.absoluteHours,
    maxTokenDays: session?.maxTokenDays,
    requiredAmr: session?.requiredAmr ?? [],
  };
};

/** The names of fields that must not be empty. */
export const missingIn = (settings: SsoSettings): ReadonlySet<keyof SsoSettings> => {
  const needed =
    settings.kind === 'oidc'
      ? (['issuer', 'clientId'] as const)
      : (['entityId', 'signInUrl', 'certificates'] as const);
  return new Set(needed.filter((name) => settings[name].trim() === ''));
};

const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ??
  text
    .split(/\n\s*\n|\n(?=-----)/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const issuerOf = (settings: SsoSettings, clientSecret: string): SsoBody['issuer'] =>
  settings.kind === 'oidc'
    ? {
        kind: 'oidc',
        issuer: settings.issuer.trim(),
        clientId: settings.clientId.trim(),
        ...(clientSecret !== '' && { clientSecret }),
      }
    : {
        kind: 'saml',
        entityId: settings.entityId.trim(),
        signInUrl: settings.signInUrl.trim(),
        certificates: certificatesIn(settings.certificates),
      };

const sessionOf = (settings: SsoSettings): SsoBody['session'] => {
  const { idleMinutes, absoluteHours, maxTokenDays, requiredAmr } = settings;
  const session = {
    ...(idleMinutes !== undefined && { idleMinutes }),
    ...(absoluteHours !== undefined && { absoluteHours }),
    ...(maxTokenDays !== undefined && { maxTokenDays }),
    ...(requiredAmr.length > 0 && { requiredAmr: [...requiredAmr] }),
  };
  return Object.keys(session).length === 0 ? undefined : session;
};

/** The request of the form. What only Regulated has is left out elsewhere. */
export const ssoBody = (
  settings: SsoSettings,
  { clientSecret, isFull }: { clientSecret: string; isFull: boolean },
): SsoBody => {
  const issuer = issuerOf(settings, clientSecret);
  if (!isFull) return { issuer };
  const { claim, groups, isEnforced, breakGlass } = settings;
  const session = sessionOf(settings);
  return {
    issuer,
    ...(claim.trim() !== '' && {
      roles: {
        claim: claim.trim(),
        values: Object.fromEntries(groups.map(({ group, role }) => [group.trim(), role])),
      },
    }),
    ...(isEnforced && { enforced: { breakGlass: [...breakGlass] } }),
    ...(session && { session }),
  };
};
