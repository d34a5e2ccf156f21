import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import { listen, readBody, respond, type LocalServer } from '@scangate/emulator-host/http-server';
import { injectedError, ServiceError, toServiceError, type ServiceContext } from '../protocol/aws-json.ts';
import { localCredentials } from '../s3/signature.ts';

const requestLimitBytes = 100_000;
const longestSeconds = 43_200;
const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/';

const required = (form: URLSearchParams, name: string): string => {
  const value = form.get(name);
  if (!value) throw new ServiceError('ValidationError', `${name} is required.`);
  return value;
};

/** @throws ServiceError for an ARN, a session name or a duration that STS refuses. */
const readAssumption = (form: URLSearchParams): { roleArn: string; session: string; seconds: number } => {
  const roleArn = required(form, 'RoleArn');
  const session = required(form, 'RoleSessionName');
  const seconds = Number(form.get('DurationSeconds') ?? 3_600);
  if (!/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/.test(roleArn))
    throw new ServiceError('ValidationError', 'RoleArn is not the ARN of a role.');
  if (!/^[\w+=,.@-]{2,64}$/.test(session))
    throw new ServiceError('ValidationError', 'RoleSessionName has 2 to 64 characters.');
  if (!Number.isInteger(seconds) || seconds < 900 || seconds > longestSeconds)
    throw new ServiceError('ValidationError', 'DurationSeconds is from 900 to 43200.');
  return { roleArn, session, seconds };
};

const assumedXml = (
  { roleArn, session, seconds }: ReturnType<typeof readAssumption>,
  now: number,
): string => {
  const { accessKeyId, secretAccessKey } = localCredentials;
  const expires = new Date(now + seconds * 1000).toISOString();
  const user = `${roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${session}`;
  return (
    `<AssumeRoleResponse xmlns="${namespace}"><AssumeRoleResult><Credentials>` +
    `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
    `<SessionToken>local</SessionToken><Expiration>${expires}</Expiration></Credentials>` +
    `<AssumedRoleUser><AssumedRoleId>AROALOCAL:${escapeMarkup(session)}</AssumedRoleId><Arn>${escapeMarkup(user)}</Arn></AssumedRoleUser>` +
    `</AssumeRoleResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></AssumeRoleResponse>`
  );
};

const errorXml = (refusal: ServiceError): string =>
  `<ErrorResponse xmlns="${namespace}"><Error><Type>${refusal.status < 500 ? 'Sender' : 'Receiver'}</Type>` +
  `<Code>${escapeMarkup(refusal.code)}</Code><Message>${escapeMarkup(refusal.message)}</Message></Error>` +
  `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;

/** Serves AssumeRole. Policies are not evaluated on this machine, so that every role has the same credentials. */
export const startSts = async (context: ServiceContext): Promise<LocalServer> => {
  const headers = { 'content-type': 'text/xml' };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await readBody(request, requestLimitBytes);
      const form = new URLSearchParams(body.toString('utf8'));
      const operation = form.get('Action') ?? '';
      const fault = context.faults.intercept('sts', operation, body.length);
      if (fault && fault !== 'timeout_after_success') throw injectedError(fault);
      if (operation !== 'AssumeRole')
        throw new ServiceError('InvalidAction', `The local STS does not support ${operation}.`);
      const answer = assumedXml(readAssumption(form), context.now());
      if (fault) return void response.destroy();
      respond(response, 200, { headers, body: answer });
    } catch (error) {
      const refusal = toServiceError(error, context.report);
      respond(response, refusal.status, { headers, body: errorXml(refusal) });
    }
  };
  return listen(handle, context);
};
