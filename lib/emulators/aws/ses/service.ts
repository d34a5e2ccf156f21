import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { injectedError, toServiceError, ServiceError, type ServiceContext } from '../protocol/aws-json.ts';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { respond, listen, readBody, type LocalServer } from '@scangate/emulator-host/http-server';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';

export interface Mail {
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601, by the movable clock. */
  at: string;
}

const recipientLimit = 50;
const messageLimitBytes = 10 * 1024 * 1024;

/** Serves SendEmail of the SES v1 query protocol. Sent mails stay in the inbox of the data folder. */
export const startSes = async (
  folder: DataFolder,
  context: ServiceContext,
): Promise<LocalServer & { inbox(): Mail[] }> => {
  const path = folder.within('mail.jsonl');

  const send = (form: URLSearchParams): string => {
    const mail = mailOf(form, new Date(context.now()).toISOString());
    appendFileSync(path, `${JSON.stringify(mail)}\n`);
    return randomUUID();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = { 'content-type': 'text/xml' };
    try {
      const body = await readBody(request, messageLimitBytes);
      const form = new URLSearchParams(body.toString('utf8'));
      const operation = form.get('Action') ?? '';
      const fault = context.faults.intercept('ses', operation, body.length);
      if (fault && fault !== 'timeout_after_success') throw injectedError(fault);
      if (operation !== 'SendEmail') {
        throw new ServiceError('InvalidAction', `The local SES does not support ${operation}.`);
      }
      const messageId = send(form);
      if (fault) return void response.destroy();
      respond(response, 200, { headers, body: sentXml(messageId) });
    } catch (error) {
      const refusal = toServiceError(error, context.report);
      respond(response, refusal.status, { headers, body: errorXml(refusal) });
    }
  };

  const server = await listen(handle, context);
  return { ...server, inbox: () => readInbox(path) };
};

/** Reads the sent mails, and ignores a line that a crash cut off. */
const readInbox = (path: string): Mail[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => {
          try {
            return [JSON.parse(line) as Mail];
          } catch {
            return [];
          }
        })
    : [];

const mailOf = (form: URLSearchParams, at: string): Mail => {
  const members = (name: string) => {
    const found: string[] = [];
    for (let index = 1; form.has(`${name}.member.${index}`); index += 1) {
      found.push(form.get(`${name}.member.${index}`) ?? '');
    }
    return found;
  };
  const to = ['To', 'Cc', 'Bcc'].flatMap((kind) => members(`Destination.${kind}Addresses`));
  if (to.length === 0 || to.length > recipientLimit) {
    throw new ServiceError('InvalidParameterValue', `A mail must have 1 to ${recipientLimit} recipients.`);
  }
  const from = form.get('Source');
  if (!from) throw new ServiceError('InvalidParameterValue', 'Source is required.');
  return {
    to,
    from,
    subject: form.get('Message.Subject.Data') ?? '',
    text: form.get('Message.Body.Text.Data') ?? '',
    html: form.get('Message.Body.Html.Data') ?? '',
    at,
  };
};

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

const sentXml = (messageId: string) =>
  `<SendEmailResponse xmlns="${namespace}"><SendEmailResult><MessageId>${messageId}</MessageId></SendEmailResult>` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></SendEmailResponse>`;

const errorXml = (refusal: ServiceError) =>
  `<ErrorResponse xmlns="${namespace}"><Error><Type>${refusal.status < 500 ? 'Sender' : 'Receiver'}</Type>` +
  `<Code>${escapeMarkup(refusal.code)}</Code><Message>${escapeMarkup(refusal.message)}</Message></Error>` +
  `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
