import * as z from 'zod';
import type { ProviderFailureReason } from '#ports/integrations/provider.ts';
import { retryAfterOf, type RefusalMeaning, type RefusedAnswer } from '../provider-client.ts';
import { readJson } from '../read-json.ts';

/** Slack's codes by meaning; any other code means that the message is not acceptable. */
const reasons: Readonly<Record<Exclude<ProviderFailureReason, 'invalid'>, readonly string[]>> = {
  refused: [
    'access_denied',
    'account_inactive',
    'action_prohibited',
    'ekm_access_denied',
    'invalid_auth',
    'invalid_token',
    'missing_scope',
    'no_permission',
    'not_allowed_token_type',
    'not_authed',
    'org_login_required',
    'posting_to_general_channel_denied',
    'restricted_action',
    'team_access_not_granted',
    'token_expired',
    'token_revoked',
  ],
  gone: [
    'channel_is_archived',
    'channel_not_found',
    'is_archived',
    'no_active_hooks',
    'no_service',
    'no_service_id',
    'no_team',
    'not_in_channel',
    'team_disabled',
  ],
  limited: ['message_limit_exceeded', 'rate_limited', 'ratelimited'],
  unavailable: ['fatal_error', 'internal_error', 'request_timeout', 'service_unavailable'],
};

const reasonOf = (code: string): ProviderFailureReason => {
  const found = Object.entries(reasons).find(([, codes]) => codes.includes(code));
  return found ? (found[0] as keyof typeof reasons) : 'invalid';
};

const apiAnswer = z.object({ ok: z.boolean(), error: z.string().optional() });

/** The Web API responds to refusals with 200 and a code, incoming webhooks with a status and the code as text. */
const codeOf = ({ status, text }: RefusedAnswer): string | undefined => {
  const answer = readJson(apiAnswer, text);
  if (answer) return answer.ok ? undefined : (answer.error ?? 'no code');
  return status >= 200 && status < 300 ? undefined : text.trim();
};

/** Slack names at least a second. */
const leastWaitSeconds = 1;

/** Returns the meaning of a response of Slack; undefined when it is not one of its refusals. */
export const slackMeaning = (answer: RefusedAnswer): RefusalMeaning | undefined => {
  const wait = retryAfterOf(answer.headers);
  if (answer.status === 429) return { reason: 'limited', retryAfterSeconds: wait ?? leastWaitSeconds };
  const code = codeOf(answer);
  if (code === undefined || answer.status >= 500) return undefined;
  const reason = reasonOf(code);
  return { reason, ...(wait !== undefined && { retryAfterSeconds: wait }) };
};
