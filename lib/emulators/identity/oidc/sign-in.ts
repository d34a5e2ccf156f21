import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { readBody, respond } from '@scangate/emulator-host/http-server';
import type { People } from '../added-people.ts';
import { chooserPage, pageHeaders, readChoice, type Choice } from '../page.ts';
import type { IssuerOptions } from './issuer-options.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The authentication methods of a sign-in, unless the options name others. */
const defaultAmr = ['pwd', 'otp', 'mfa'];

const formLimitBytes = 16 * 1024;

/** Reasons for which an earlier sign-in is not sufficient. */
const freshReasons = ['login_prompt', 'max_age', 'no_session', 'id_token_hint', 'claims_id_token_sub_value'];

/** The session that may be continued, with the instant of its sign-in. */
const currentSession = async (provider: Provider, { session, prompt }: Interaction) => {
  if (!session || prompt.reasons.some((reason) => freshReasons.includes(reason))) return undefined;
  const found = await provider.Session.findByUid(session.uid);
  return found?.accountId === undefined || found.loginTs === undefined
    ? undefined
    : { subject: found.accountId, loginTs: found.loginTs };
};

export interface SignInParts {
  provider: Provider;
  people: People;
  options: IssuerOptions;
}

const showChooser = async (
  { provider, people, options }: SignInParts,
  interaction: Interaction,
  response: ServerResponse,
): Promise<void> => {
  const session = await currentSession(provider, interaction);
  const person = session && people.find(session.subject);
  const since = new Date((session?.loginTs ?? 0) * 1000).toISOString();
  const body = chooserPage({
    title: options.title,
    action: `/${options.path}/interaction/${interaction.uid}`,
    people: people.all(),
    asks: 'verification',
    ...(person && { current: { person, since } }),
  });
  respond(response, 200, { headers: pageHeaders(), body });
};

/** The known person whom the client names, unless it requires a new authentication. */
const hinted = ({ people, options }: SignInParts, { params, prompt }: Interaction) => {
  const { login_hint: hint } = params;
  if (!options.signsInHinted || typeof hint !== 'string' || prompt.reasons.includes('login_prompt'))
    return undefined;
  const person = people.all().find(({ email }) => email === hint);
  return person && { accountId: person.subject };
};

/** The subject that a choice names, with the instant of an earlier sign-in that is continued. */
const chosen = async (
  { provider, people }: SignInParts,
  interaction: Interaction,
  choice: Choice,
): Promise<{ accountId: string; ts?: number } | undefined> => {
  if (choice.continue !== undefined) {
    const session = await currentSession(provider, interaction);
    return session?.subject === choice.continue
      ? { accountId: session.subject, ts: session.loginTs }
      : undefined;
  }
  const { isNew, ...given } = choice;
  const person = isNew ? people.add(given) : people.find(choice.person ?? '');
  return person && { accountId: person.subject };
};

/** Ends the session of another person; otherwise the provider would show a page of its own about it. */
const endOtherSession = async (
  provider: Provider,
  interaction: Interaction,
  accountId: string,
): Promise<void> => {
  const { session } = interaction;
  if (!session || session.accountId === accountId) return;
  const other = await provider.Session.findByUid(session.uid);
  await other?.destroy();
  delete interaction.session;
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
};

/** Shows who can sign in, and continues with the chosen person. */
export const serveSignIn =
  (parts: SignInParts) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { provider, options } = parts;
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
    if (!interaction) {
      return respond(response, 400, {
        headers: { 'content-type': 'text/plain' },
        body: 'This sign-in has expired: start again where you came from.',
      });
    }
    const isForm = request.method === 'POST';
    const form = new URLSearchParams(isForm ? (await readBody(request, formLimitBytes)).toString() : '');
    const login = isForm ? await chosen(parts, interaction, readChoice(form)) : hinted(parts, interaction);
    if (!login) return showChooser(parts, interaction, response);
    await endOtherSession(provider, interaction, login.accountId);
    const { amr = defaultAmr } = options;
    await provider.interactionFinished(
      request,
      response,
      { login: { ...login, amr } },
      { mergeWithLastSubmission: false },
    );
  };
