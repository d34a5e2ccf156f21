import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  action,
  route,
  type Refusal,
  type EmulatorAnswer,
  type EmulatorDefinition,
} from '../kit/provider-emulator.ts';

/** The request that shows whether a kind of secret works at its provider, with `{secret}` in a header. */
export interface SecretRead {
  kind: string;
  request: { method: string; host: string; path: string; headers: Readonly<Record<string, string>> };
  live: { status: number; body: unknown };
  refused: { status: number; body: unknown };
}

const moods = ['live', 'refused', 'fails', 'redirects'] as const;
type Mood = (typeof moods)[number];

interface SecretsState {
  /** The answer for each secret, by its digest; all others are refused. */
  answers: Record<string, Mood>;
  /** The newest requests, without the secrets. */
  asked: { at: string; host: string; secret: string; answer: Mood }[];
}

const maxRequested = 100;

const failing: EmulatorAnswer = { status: 500, text: 'internal error' };
const refusals: Record<Refusal, EmulatorAnswer> = {
  unknown_route: { status: 404, body: { error: 'not found' } },
  malformed_body: { status: 400, body: { error: 'no body is expected' } },
  unknown_field: { status: 400, body: { error: 'unknown parameter' } },
  throttled: { status: 429, headers: { 'retry-after': '30' }, body: { error: 'too many requests' } },
  failing,
};

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const shortOf = (digest: string): string => `sha256:${digest.slice(0, 12)}`;

/** Reads the secret of a request; undefined when its headers are not those of the verification request. */
const secretOf = (
  { request }: SecretRead,
  sent: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  let secret: string | undefined;
  for (const [name, form] of Object.entries(request.headers)) {
    const value = sent[name] ?? '';
    const [before = '', after] = form.split('{secret}');
    if (after === undefined) {
      if (value !== form) return undefined;
    } else if (!value.startsWith(before) || !value.endsWith(after)) return undefined;
    else secret = value.slice(before.length, value.length - after.length);
  }
  return secret;
};

const answerOf = (read: SecretRead, mood: Mood): EmulatorAnswer => {
  if (mood === 'fails') return failing;
  if (mood === 'redirects') return { status: 302, headers: { location: 'https://elsewhere.example/' } };
  return read[mood];
};

/** Two kinds of secrets can share one request. */
const byPlace = (reads: readonly SecretRead[]): SecretRead[] => [
  ...new Map(reads.map((read) => [`${read.request.host}${read.request.path}`, read])).values(),
];

/**
 * Stands in for the providers of all kinds of secrets, each below the name of its host: a secret works after
 * somebody has set it so, and is refused until then. It stores no secret.
 */
export const secrets = (reads: readonly SecretRead[]): EmulatorDefinition<SecretsState> => ({
  name: 'secrets',
  initial: () => ({ answers: {}, asked: [] }),
  open: (state, { now }) => ({
    routes: byPlace(reads).map((read) =>
      route({
        method: 'GET',
        path: `/${read.request.host}${read.request.path}`,
        operation: `${read.request.host}.list`,
        handle: ({ headers }) => {
          const secret = secretOf(read, headers);
          if (secret === undefined) return answerOf(read, 'refused');
          const digest = digestOf(secret);
          const answer = state.answers[digest] ?? 'refused';
          const at = new Date(now()).toISOString();
          state.asked.unshift({ at, host: read.request.host, secret: shortOf(digest), answer });
          state.asked.splice(maxRequested);
          return answerOf(read, answer);
        },
      }),
    ),
    actions: [
      action({
        name: 'answer',
        input: z.strictObject({ secret: z.string().min(1), answer: z.enum(moods) }),
        run: ({ secret, answer }) => {
          const digest = digestOf(secret);
          state.answers[digest] = answer;
          return { secret: shortOf(digest), answer };
        },
      }),
    ],
    refuse: (refusal) => refusals[refusal],
    show: () => [
      {
        title: 'Asked whether a secret works',
        items: state.asked.map(({ at, host, secret, answer }) => ({
          title: host,
          text: secret,
          state: answer,
          at,
        })),
      },
    ],
  }),
});
