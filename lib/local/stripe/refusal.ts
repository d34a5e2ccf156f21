/** What an error of Stripe's tells beside its message. */
export interface RefusalMembers {
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

export type RefusalType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** A failure as Stripe words it: `{error: {type, code, message, param, …}}`. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: RefusalType;
  readonly members: RefusalMembers;
  /** Whether what was done up to here stays: a declined card leaves its traces. */
  readonly keeps: boolean;

  constructor(
    status: number,
    type: RefusalType,
    message: string,
    members: RefusalMembers = {},
    keeps: boolean = false,
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.type = type;
    this.members = members;
    this.keeps = keeps;
  }

  get body(): object {
    return { error: { ...this.members, message: this.message, type: this.type } };
  }
}

/** 400: what was asked for cannot be. */
export const refuse = (message: string, param?: string, code?: string): Refusal =>
  new Refusal(400, 'invalid_request_error', message, { ...(code && { code }), ...(param && { param }) });

export const noSuch = (what: string, id: string, param: string): Refusal =>
  new Refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param });

export const missing = (param: string): Refusal =>
  refuse(`Missing required param: ${param}.`, param, 'parameter_missing');

export const unknown = (param: string): Refusal =>
  refuse(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
