import type { SecretCandidate } from '@scangate/engines/model/gate/secret-liveness';

/** A harmless read request to a provider that shows whether a secret works. */
export interface LivenessKind {
  /** Matches the whole secret; nothing else is ever sent. */
  form: RegExp;
  /** The fixed URL of the request. */
  url: string;
  headers(secret: string): Record<string, string>;
  /** The response of the provider to a secret that does not work; absent if another installation may have issued it. */
  revoked?: number;
  /** Reads the response when its status does not say it. */
  read?: (body: unknown) => boolean | undefined;
}

const bearer = (secret: string): Record<string, string> => ({ authorization: `Bearer ${secret}` });

const github: Omit<LivenessKind, 'form'> = {
  url: 'https://api.github.com/user',
  headers: (secret) => ({ ...bearer(secret), 'x-github-api-version': '2022-11-28' }),
};

const dead = new Set(['invalid_auth', 'token_revoked', 'token_expired', 'account_inactive']);

/** Slack responds 200 to everything, and states the result in the body. */
const slackSays = (body: unknown): boolean | undefined => {
  const { ok, error } = (body ?? {}) as { ok?: unknown; error?: unknown };
  if (ok === true) return true;
  return ok === false && typeof error === 'string' && dead.has(error) ? false : undefined;
};

/**
 * The kinds of secrets whose providers are queried, by rule: one read request each, at a fixed host, that changes
 * nothing. Tokens of GitHub and GitLab look alike wherever they are issued, so that their refusal proves nothing.
 */
export const livenessKinds: Readonly<Record<string, LivenessKind>> = {
  'github-token': { form: /^gh[pou]_[A-Za-z0-9]{36}$/, ...github },
  'github-fine-grained-token': { form: /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/, ...github },
  'gitlab-token': {
    form: /^glpat-[\w-]{20,300}(?:\.[a-z0-9]{2}\.[a-z0-9]{9})?$/,
    url: 'https://gitlab.com/api/v4/personal_access_tokens/self',
    headers: (secret) => ({ 'private-token': secret }),
  },
  'slack-token': {
    form: /^xox[bp]-[A-Za-z0-9-]{8,200}$/,
    url: 'https://slack.com/api/auth.test',
    headers: bearer,
    read: slackSays,
  },
  'stripe-key': {
    form: /^[rs]k_(?:live|test)_[A-Za-z0-9]{20,247}$/,
    url: 'https://api.stripe.com/v1/balance',
    headers: bearer,
    revoked: 401,
  },
  'npm-token': {
    form: /^npm_[A-Za-z0-9]{36}$/,
    url: 'https://registry.npmjs.org/-/whoami',
    headers: bearer,
    revoked: 401,
  },
  'sendgrid-api-key': {
    form: /^SG\.[\w-]{20,24}\.[\w-]{39,50}$/,
    url: 'https://api.sendgrid.com/v3/scopes',
    headers: bearer,
    revoked: 401,
  },
  'openai-api-key': {
    form: /^sk-(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|(?:proj|svcacct|service)-[\w-]{40,200})$/,
    url: 'https://api.openai.com/v1/models',
    headers: bearer,
    revoked: 401,
  },
  'anthropic-api-key': {
    form: /^sk-ant-api\d\d-[\w-]{80,120}$/,
    url: 'https://api.anthropic.com/v1/models',
    headers: (secret) => ({ 'x-api-key': secret, 'anthropic-version': '2023-06-01' }),
    revoked: 401,
  },
  'hugging-face-token': {
    form: /^(?:hf|api_org)_[A-Za-z0-9]{34}$/,
    url: 'https://huggingface.co/api/whoami-v2',
    headers: bearer,
    revoked: 401,
  },
  'digitalocean-token': {
    form: /^do[op]_v1_[a-f0-9]{64}$/,
    url: 'https://api.digitalocean.com/v2/account',
    headers: bearer,
    revoked: 401,
  },
  'notion-token': {
    form: /^ntn_\d{11}[A-Za-z0-9]{35}$/,
    url: 'https://api.notion.com/v1/users/me',
    headers: (secret) => ({ ...bearer(secret), 'notion-version': '2022-06-28' }),
    revoked: 401,
  },
  'postman-api-key': {
    form: /^PMAK-[a-f0-9]{24}-[a-f0-9]{34}$/,
    url: 'https://api.getpostman.com/me',
    headers: (secret) => ({ 'x-api-key': secret }),
    revoked: 401,
  },
  'airtable-token': {
    form: /^pat[A-Za-z0-9]{14}\.[a-f0-9]{64}$/,
    url: 'https://api.airtable.com/v0/meta/whoami',
    headers: bearer,
    revoked: 401,
  },
  'asana-token': {
    form: /^[0-2]\/\d{15,17}(?:\/\d{13,17})?:[a-f0-9]{32}$/,
    url: 'https://app.asana.com/api/1.0/users/me',
    headers: bearer,
    revoked: 401,
  },
  'heroku-token': {
    form: /^HRKU-[\w-]{36,62}$/,
    url: 'https://api.heroku.com/account',
    headers: (secret) => ({ ...bearer(secret), accept: 'application/vnd.heroku+json; version=3' }),
    revoked: 401,
  },
  'netlify-token': {
    form: /^nf[pco]_[A-Za-z0-9]{36}$/,
    url: 'https://api.netlify.com/api/v1/user',
    headers: bearer,
    revoked: 401,
  },
  'buildkite-token': {
    form: /^bkua_[a-z0-9]{40}$/,
    url: 'https://api.buildkite.com/v2/access-token',
    headers: bearer,
    revoked: 401,
  },
  'doppler-token': {
    form: /^dp\.(?:pt|ct|sa)\.[A-Za-z0-9]{40,44}$/,
    url: 'https://api.doppler.com/v3/me',
    headers: bearer,
    revoked: 401,
  },
  'replicate-token': {
    form: /^r8_[A-Za-z0-9]{37}$/,
    url: 'https://api.replicate.com/v1/account',
    headers: bearer,
    revoked: 401,
  },
};

/** Returns the kind of a secret that has exactly its form. */
export const kindOf = (rule: string, secret: string): LivenessKind | undefined => {
  const kind = Object.hasOwn(livenessKinds, rule) ? livenessKinds[rule] : undefined;
  return kind?.form.test(secret) ? kind : undefined;
};

/** Returns whether a provider can be queried about a secret. */
export const hasProvider = ({ rule, secret }: SecretCandidate): boolean => kindOf(rule, secret) !== undefined;
