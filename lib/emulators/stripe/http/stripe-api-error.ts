/** The fields of a Stripe error beside type and message. */
export interface StripeErrorMembers {
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** An error in Stripe's format: `{error: {type, code, message, param, …}}`. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly members: StripeErrorMembers;
  /** Whether the changes so far are kept: a declined card leaves a charge and events behind. */
  readonly keepsChanges: boolean;

  constructor(
    status: number,
    type: StripeErrorType,
    {
      message,
      members = {},
      keepsChanges: keeps = false,
    }: { message: string; members?: StripeErrorMembers; keepsChanges?: boolean },
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.type = type;
    this.members = members;
    this.keepsChanges = keeps;
  }

  get body(): object {
    return { error: { ...this.members, message: this.message, type: this.type } };
  }
}

/** Creates a 400 for a request that cannot be carried out. */
export const invalidRequest = (message: string, param?: string, code?: string): StripeApiError =>
  new StripeApiError(400, 'invalid_request_error', {
    message,
    members: {
      ...(code && { code }),
      ...(param && { param }),
    },
  });

export const resourceMissing = (what: string, id: string, param: string): StripeApiError =>
  new StripeApiError(404, 'invalid_request_error', {
    message: `No such ${what}: '${id}'`,
    members: {
      code: 'resource_missing',
      param,
    },
  });

export const missingParameter = (param: string): StripeApiError =>
  invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');

export const unknownParameter = (param: string): StripeApiError =>
  invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
