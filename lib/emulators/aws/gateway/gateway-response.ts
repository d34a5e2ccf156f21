import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { ApiPlan } from '../template/api-plan.ts';
import { header, type GatewayRequest } from './proxy-event.ts';

/** API Gateway's default status and message for each type of gateway response. */
const defaults = {
  UNAUTHORIZED: [401, 'Unauthorized'],
  ACCESS_DENIED: [403, 'User is not authorized to access this resource with an explicit deny'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  REQUEST_TOO_LARGE: [413, 'HTTP content length exceeded 10485760 bytes.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  BAD_REQUEST_BODY: [400, 'Invalid request body'],
  AUTHORIZER_FAILURE: [500, null],
  AUTHORIZER_CONFIGURATION_ERROR: [500, null],
  INTEGRATION_FAILURE: [504, 'Network error communicating with endpoint'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  // The function failed, or its response cannot be read.
  DEFAULT_5XX: [502, 'Internal server error'],
} as const satisfies Record<string, readonly [number, string | null]>;
export type GatewayResponseType = keyof typeof defaults;

/** An error that the gateway itself answers. */
export class GatewayError extends Error {
  readonly type: GatewayResponseType;

  constructor(type: GatewayResponseType) {
    super(type);
    this.name = 'GatewayRefusal';
    this.type = type;
  }
}

export interface GatewayResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Variables = (type: GatewayResponseType, received: GatewayRequest) => string;

const variables: Record<string, Variables> = {
  requestId: (_type, received) => received.requestId,
  extendedRequestId: (_type, received) => received.requestId,
  path: (_type, received) => received.path,
  httpMethod: (_type, received) => received.method,
  'identity.sourceIp': (_type, received) => received.sourceIp,
  'error.responseType': (type) => type,
  'error.message': (type) => defaults[type][1] ?? '',
  'error.messageString': (type) => JSON.stringify(defaults[type][1]),
};
const variable = /\$?context\.([A-Za-z]+(?:\.[A-Za-z]+)*)/g;

const known = (name: string): Variables => {
  const found = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!found)
    throw new StartFailure(
      `A gateway response uses context.${name}, which the local gateway does not support.`,
    );
  return found;
};

/**
 * Reads the API's gateway responses, whose templates may use `$context` only.
 * @throws StartFailure for an unsupported variable.
 */
export const openGatewayResponses = (api: ApiPlan) => {
  const byType = new Map(api.gatewayResponses.map((response) => [response.type, response]));
  for (const { templates, headers } of api.gatewayResponses) {
    for (const text of [...Object.values(templates), ...Object.values(headers)]) {
      for (const [, name = ''] of text.startsWith("'") ? [] : text.matchAll(variable)) known(name);
    }
  }

  return (type: GatewayResponseType, received: GatewayRequest): GatewayResponse => {
    const [defaultStatus, message] = defaults[type];
    const plan = byType.get(type) ?? byType.get(defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
    const fill = (text: string) =>
      text.replace(variable, (_whole, name: string) => known(name)(type, received));
    const templates = Object.entries(plan?.templates ?? { 'application/json': JSON.stringify({ message }) });
    const accepted = header(received, 'accept') ?? '';
    const [mediaType, template] = templates.find(([one]) => accepted.includes(one)) ??
      templates[0] ?? ['', ''];
    const headers = Object.entries(plan?.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value.startsWith("'") ? value.slice(1, -1) : fill(value),
    ]);
    return {
      status: plan?.statusCode ?? defaultStatus,
      headers: { 'content-type': mediaType, 'x-amzn-errortype': type, ...Object.fromEntries(headers) },
      body: fill(template),
    };
  };
};
